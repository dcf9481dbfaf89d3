export function JoinPage() {
  return <p>join</p>;
}
