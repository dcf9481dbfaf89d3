// In place of a page when the address names a cycle that the app does not have.
import { Missing } from "./loading-and-failure.tsx";

export function MissingCycle({ app }: { app: string }) {
  return (
    <Missing
      title="There is no such cycle"
      ways={[
        ["All testing", `/apps/${app}`],
        ["All cycles", `/apps/${app}/cycles`],
      ]}
    >
      This app has no such cycle. Look for a typing mistake in the address.
    </Missing>
  );
}
