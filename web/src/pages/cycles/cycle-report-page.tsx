// The report of a cycle: the evidence of a release, made for printing. Every row is there, with who tested it and when; the browser makes
// a PDF of it.
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSearch } from "wouter";
import { get } from "../../api/client.ts";
import { queryKeys } from "../../api/query-keys.ts";
import type { CycleReport } from "../../api/types.ts";
import { Failure, Waiting } from "../../components/display/loading-and-failure.tsx";
import { MissingCycle } from "../../components/display/missing-cycle.tsx";
import { useCommands } from "../../interaction/commands.tsx";
import { useCurrentApp } from "../../shell/app-frame.tsx";
import classes from "./report/report.module.css";
import { ReportComparison } from "./report/report-comparison.tsx";
import { ReportHead } from "./report/report-head.tsx";
import { readReportParams, WITH } from "./report/report-params.ts";
import { ReportSection } from "./report/report-section.tsx";
import { ReportTools } from "./report/report-tools.tsx";

export function CycleReportPage({ cycle }: { cycle: string }) {
  const app = useCurrentApp();
  const search = useSearch();
  const params = readReportParams(search);
  const other = new URLSearchParams(search).get(WITH);
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    queryKey: queryKeys.appPart(app.id, "report", cycle, params),
    queryFn: ({ signal }) => get<CycleReport>(`/cycles/${encodeURIComponent(cycle)}/report`, params, signal),
  });
  const name = data?.cycle.name;
  // A PDF is called what the page is called.
  useEffect(() => {
    if (name === undefined) return;
    const before = document.title;
    document.title = `${app.name} ${name}: report`;
    return () => {
      document.title = before;
    };
  }, [app.name, name]);
  useCommands(data === undefined ? [] : [{ label: "Print the report", also: "pdf", run: () => print() }]);
  const missing = <MissingCycle app={app.id} />;
  if (data === undefined) {
    return error === null ? (
      <Waiting label="Loading the report" />
    ) : (
      <Failure error={error} retry={() => void refetch()} missing={missing} />
    );
  }
  if (data.cycle.app.id !== app.id) return missing;
  return (
    <article className={classes.report}>
      <ReportTools cycle={data.cycle} params={params} other={other} />
      <ReportHead report={data} platforms={app.platforms} at={new Date(dataUpdatedAt).toISOString()} />
      {other !== null && <ReportComparison cycle={data.cycle} other={other} platforms={app.platforms} />}
      {data.sections.map((section) => (
        <ReportSection key={section.id} section={section} app={app} />
      ))}
    </article>
  );
}
