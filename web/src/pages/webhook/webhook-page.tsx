export function WebhookPage() {
  return <p>webhook</p>;
}
