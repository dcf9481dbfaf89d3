// The report of a cycle or of all testing: the evidence of a release, made for printing. Every row is there, with who tested it and when;
// the browser makes a PDF of it.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { get, pathWith } from "../../api/client.ts";
import { queryKeys } from "../../api/query-keys.ts";
import type { Report } from "../../api/types.ts";
import { Empty, Failure, Waiting } from "../../components/display/loading-and-failure.tsx";
import { MissingCycle } from "../../components/display/missing-cycle.tsx";
import { useCommands } from "../../interaction/commands.tsx";
import { useCurrentApp } from "../../shell/app-frame.tsx";
import classes from "./report.module.css";
import { ReportComparison } from "./report-comparison.tsx";
import { ReportHead } from "./report-head.tsx";
import { readReportParams, WITH } from "./report-params.ts";
import { ReportSection } from "./report-section.tsx";
import { ReportTools } from "./report-tools.tsx";

/** The report of a cycle, or of all testing. */
export function ReportPage({ cycle: id }: { cycle?: string }) {
  const app = useCurrentApp();
  const search = useSearch();
  const { params, wrong } = readReportParams(search);
  const other = new URLSearchParams(search).get(WITH);
  const [address] = useLocation();
  const path = id === undefined ? `/apps/${app.id}/report` : `/cycles/${encodeURIComponent(id)}/report`;
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    queryKey: queryKeys.appPart(app.id, "report", path, params),
    queryFn: ({ signal }) => get<Report>(path, params, signal),
    enabled: wrong.length === 0,
  });
  const cycle = data !== undefined && "cycle" in data ? data.cycle : null;
  const name = cycle === null ? app.name : `${app.name} ${cycle.name}`;
  const isThere = data !== undefined;
  // A PDF is called what the page is called.
  useEffect(() => {
    if (!isThere) return;
    const before = document.title;
    document.title = `${name}: report`;
    return () => {
      document.title = before;
    };
  }, [name, isThere]);
  useCommands(isThere ? [{ label: "Print the report", also: "pdf", run: () => print() }] : []);
  const missing = <MissingCycle app={app.id} />;
  if (wrong.length > 0) {
    // Evidence that asks for something else than its address says would be worse than none.
    return (
      <Empty
        title="The address of this report asks for something that can't be"
        action={
          <Button component={Link} href={pathWith(address, { ...params, [WITH]: other })}>
            Report without it
          </Button>
        }
      >
        {wrong.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Empty>
    );
  }
  if (data === undefined) {
    return error === null ? (
      <Waiting label="Loading the report" />
    ) : (
      <Failure error={error} retry={() => void refetch()} missing={missing} />
    );
  }
  if (cycle !== null && cycle.app.id !== app.id) return missing;
  return (
    <article className={classes.report}>
      <ReportTools app={app.id} cycle={cycle} path={path} name={name} params={params} other={other} />
      <ReportHead report={data} app={app} at={new Date(dataUpdatedAt).toISOString()} />
      {cycle !== null && other !== null && <ReportComparison cycle={cycle} other={other} platforms={app.platforms} />}
      {data.sections.map((section) => (
        <ReportSection key={section.id} section={section} app={app} />
      ))}
    </article>
  );
}
