// The audit log: who did what to the workspace, newest first, as far back as one scrolls.

import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useOverview } from "../../../api/apps.ts";
import { pathWith, request } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import type { AuditEntry, Page } from "../../../api/types.ts";
import { useWhenInSight } from "../../../components/behaviour/use-when-in-sight.ts";
import { Failure, Waiting } from "../../../components/display/loading-and-failure.tsx";
import { AuditFilters, auditParamsOf, useAuditFilter } from "./audit-filters.tsx";
import classes from "./audit-part.module.css";
import { AuditRow } from "./audit-row.tsx";

const day = new Intl.DateTimeFormat("en", { dateStyle: "full" });

export function AuditPart() {
  const state = useAuditFilter();
  const { data: apps = [] } = useOverview();
  const params = auditParamsOf(state.filter);
  const log = useInfiniteQuery({
    queryKey: queryKeys.workspace("audit", params),
    queryFn: ({ pageParam, signal }) =>
      request<Page<AuditEntry>>("GET", pathWith("/audit", { ...params, cursor: pageParam }), undefined, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: (before) => before,
    staleTime: 0,
  });
  const entries = log.data?.pages.flatMap((page) => page.data) ?? [];
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = log;
  const foot = useWhenInSight(hasNextPage && !isFetchingNextPage, () => void fetchNextPage());
  return (
    <div className={classes.page}>
      <h2 className="sr-only">Audit log</h2>
      <AuditFilters {...state} actors={entries.map(({ actor }) => actor.name)} />
      {log.data === undefined &&
        (log.error === null ? <Waiting /> : <Failure error={log.error} retry={() => void log.refetch()} />)}
      {log.data !== undefined && entries.length === 0 && (
        <p className={classes.nothing} role="status">
          No entry matches. Change the filter, or clear it.
        </p>
      )}
      {byDay(entries).map(([name, ofDay]) => (
        <section key={name} aria-label={name}>
          <h3 className={classes.day}>{name}</h3>
          <ul className={classes.entries}>
            {ofDay.map((entry) => (
              <AuditRow key={entry.id} entry={entry} app={apps.find(({ id }) => id === entry.app)?.name} />
            ))}
          </ul>
        </section>
      ))}
      {hasNextPage && (
        <div className={classes.more} ref={foot}>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Load older entries
          </Button>
        </div>
      )}
      {entries.length > 0 && !hasNextPage && <p className={classes.end}>That is all that is kept.</p>}
    </div>
  );
}

/** The entries of each day; they come in order, so each day is one run of them. */
function byDay(entries: readonly AuditEntry[]): [name: string, entries: AuditEntry[]][] {
  const days: [string, AuditEntry[]][] = [];
  for (const entry of entries) {
    const name = day.format(new Date(entry.at));
    const last = days.at(-1);
    if (last?.[0] === name) last[1].push(entry);
    else days.push([name, [entry]]);
  }
  return days;
}
