export function WorkspacePage(_props: { part?: string }) {
  return <p>workspace</p>;
}
