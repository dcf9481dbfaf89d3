export function RunbookPage() {
  return <p>runbook</p>;
}
