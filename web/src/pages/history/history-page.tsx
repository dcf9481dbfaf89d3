// Who tested what and when: every result of an app, of a check or of one cell, the newest first.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { get } from "../../api/client.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { resultsFile, useResultPages } from "../../api/results.ts";
import type { App, Check } from "../../api/types.ts";
import { Empty } from "../../components/display/loading-and-failure.tsx";
import { useTicks } from "../../components/display/times.tsx";
import { fileLink, saveFile } from "../../components/import/export-runbook.ts";
import { EndlessLog } from "../../components/log/endless-log.tsx";
import { useCommands } from "../../interaction/commands.tsx";
import { useCurrentApp } from "../../shell/app-frame.tsx";
import { HistoryFilters, resultQueryOf, useHistoryFilter } from "./history-filters.tsx";
import classes from "./history-page.module.css";
import { ResultRow } from "./result-row.tsx";

const AT_ONCE = 50;

export function HistoryPage() {
  const app = useCurrentApp();
  const state = useHistoryFilter();
  const { filter, change } = state;
  const query = resultQueryOf(filter);
  const log = useResultPages(app.id, query, AT_ONCE);
  const results = log.data?.pages.flatMap(({ data }) => data) ?? [];
  const file = resultsFile(app.id, query);
  useTicks();
  useCommands([{ label: "Export these results as CSV", run: () => saveFile(file) }]);
  const labels = new Map(app.platforms.map(({ code, label }) => [code, label]));
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <Heading app={app} check={filter.check} onAll={() => change({ check: "" })} />
        <Button variant="default" size="xs" className={classes.export} {...fileLink(file)}>
          Export as CSV
        </Button>
      </div>
      <HistoryFilters
        app={app}
        {...state}
        testers={results.map(({ recorded_by: by }) => by)}
        builds={results.flatMap(({ build }) => (build === null ? [] : [build]))}
      />
      <EndlessLog
        log={log}
        label="Results"
        group="History"
        isEmpty={results.length === 0 && !log.hasNextPage}
        empty={
          <Empty title={Object.keys(filter).length === 0 ? "No result yet" : "No result matches"}>
            {Object.keys(filter).length === 0
              ? "What is recorded in the runbook, or comes from CI, is listed here."
              : "Remove a filter, or look for something else."}
          </Empty>
        }
      >
        {results.map((result) => (
          <ResultRow
            key={result.id}
            result={result}
            platform={labels.get(result.platform) ?? result.platform}
            namesCheck={filter.check === undefined}
          />
        ))}
      </EndlessLog>
    </div>
  );
}

function Heading({ app, check, onAll }: { app: App; check: string | undefined; onAll(): void }) {
  const { data } = useQuery({
    queryKey: queryKeys.appPart(app.id, "check", check),
    queryFn: ({ signal }) => get<Check>(`/checks/${check}`, {}, signal),
    enabled: check?.startsWith("chk_") === true,
  });
  if (check === undefined) return <h2 className={classes.title}>History</h2>;
  return (
    <h2 className={classes.title}>
      History of{" "}
      {data === undefined ? (
        <bdi>{check}</bdi>
      ) : (
        <Link href={`/apps/${app.id}?check=${check}`}>
          <bdi>{data.ref}</bdi> <bdi>{data.title}</bdi>
        </Link>
      )}
      <Button variant="subtle" size="compact-sm" className={classes.all} onClick={onAll}>
        All checks
      </Button>
    </h2>
  );
}
