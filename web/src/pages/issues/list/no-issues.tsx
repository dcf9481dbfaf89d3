// The list when there is nothing in it: why, and what to do next.
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { isRefusal } from "../../../api/client.ts";
import { Empty, Failure } from "../../../components/display/loading-and-failure.tsx";
import { keyHint } from "../../../interaction/has-keyboard.ts";
import { changed, type IssueFilter, issueSearchOf, VIEWS } from "../data/issue-filter.ts";

interface NoIssuesProps {
  filter: IssueFilter;
  onChange(filter: IssueFilter): void;
  onNew: (() => void) | null;
}

export function NoIssues({ filter, onChange, onNew }: NoIssuesProps) {
  const view = VIEWS.find((one) => issueSearchOf(one.filter) === issueSearchOf(filter))?.label;
  const raise = onNew === null ? undefined : <Button onClick={onNew}>New issue</Button>;
  if (view === "Open") {
    return (
      <Empty title="No open issues" action={raise}>
        {onNew === null
          ? "Issues that testers and connected tools raise appear here."
          : `Raise one${keyHint(" with N")}, or connect a tool that raises them on a live app's webhook page.`}
      </Empty>
    );
  }
  if (view === "All") {
    return (
      <Empty title="No issues yet" action={raise}>
        Issues appear here as soon as somebody raises one.
      </Empty>
    );
  }
  if (view === "Assigned to me") {
    return <Empty title="Nothing is assigned to you">Take an issue{keyHint(" with M")} while you look at it.</Empty>;
  }
  if (view === "Urgent") {
    return <Empty title="Nothing urgent is open">The view Open has the other open issues.</Empty>;
  }
  if (view === "Fixed recently") {
    return <Empty title="Nothing was fixed yet">Fixed issues appear here, the latest fix first.</Empty>;
  }
  const actions: ReactNode = (
    <>
      {filter.q !== undefined && filter.status !== "all" && (
        <Button variant="default" mr="xs" onClick={() => onChange(changed(filter, "status", "all"))}>
          Search fixed ones too
        </Button>
      )}
      <Button variant="default" onClick={() => onChange({})}>
        Clear filters
      </Button>
    </>
  );
  return filter.q === undefined ? (
    <Empty title="No issue matches these filters" action={actions}>
      Remove one of them to see more.
    </Empty>
  ) : (
    <Empty title="No issue contains these words" action={actions}>
      Words must stand in the text as you typed them; the last may be a beginning.
    </Empty>
  );
}

/** A filter in the address may name what is no more. */
export function NotListed({ error, retry, onClear }: { error: Error; retry(): void; onClear(): void }) {
  if (!isRefusal(error)) return <Failure error={error} retry={retry} />;
  return (
    <Empty title="These filters are not valid" action={<Button onClick={onClear}>Clear filters</Button>}>
      {error.message}
    </Empty>
  );
}
