export function IssuesPage(_props: { app?: string; issue?: string }) {
  return <p>issues</p>;
}
