// What happened to an issue, newest first, as far back as somebody wants to read.
import { Button } from "@mantine/core";
import { useIntersection } from "@mantine/hooks";
import { useEffect } from "react";
import type { HistoryEntry as Entry } from "../../../api/types.ts";
import word from "../../../components/buttons/word-button.module.css";
import { useHistory } from "../data/issue-data.ts";
import { IssueSection } from "../fields/issue-section.tsx";
import classes from "./issue-history.module.css";
import { IssueHistoryEntry } from "./issue-history-entry.tsx";

interface HistoryProps {
  id: string;
  platforms: readonly { code: string; label: string }[];
}

export function IssueHistory({ id, platforms }: HistoryProps) {
  const history = useHistory(id);
  const { ref, entry } = useIntersection({ rootMargin: "200px" });
  const isNear = entry?.isIntersecting === true;
  const { hasNextPage, isFetching, isError, fetchNextPage } = history;
  useEffect(() => {
    if (isNear && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isNear, hasNextPage, isFetching, isError, fetchNextPage]);
  const entries = history.data?.pages.flatMap((page) => page.data) ?? [];
  const labels = new Map(platforms.map(({ code, label }) => [code, label]));
  return (
    <IssueSection title="History">
      <ol className={classes.entries}>
        {numbered(entries).map(({ key, entry: one }) => (
          <IssueHistoryEntry key={key} entry={one} labelOf={(code) => labels.get(code) ?? code} />
        ))}
      </ol>
      <div ref={ref}>
        {hasNextPage && (
          <Button variant="default" size="xs" loading={isFetching} onClick={() => void fetchNextPage()}>
            Show older
          </Button>
        )}
        {isError && (
          <p className={classes.error} role="alert">
            {history.error.message}{" "}
            <button type="button" className={word.button} onClick={() => void history.refetch()}>
              Try again
            </button>
          </p>
        )}
      </div>
    </IssueSection>
  );
}

/** Entries have no ids: the oldest keeps its number when newer ones come, and several of one moment are told apart. */
function numbered(entries: readonly Entry[]): { key: string; entry: Entry }[] {
  const seen = new Map<string, number>();
  return entries.map((entry) => {
    const name = `${entry.at} ${entry.kind} ${entry.by}`;
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return { key: `${name} ${count}`, entry };
  });
}
