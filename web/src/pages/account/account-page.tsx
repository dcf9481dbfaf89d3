export function AccountPage() {
  return <p>account</p>;
}
