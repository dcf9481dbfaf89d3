// What can be done with a report; none of it is printed.
import { Button, NativeSelect } from "@mantine/core";
import { Link, useLocation } from "wouter";
import { addressOf, pathWith } from "../../api/client.ts";
import { cycleHref, useClosedCycles, useOpenCycles } from "../../api/cycles.ts";
import type { Cycle } from "../../api/types.ts";
import { Icon } from "../../components/display/icons.tsx";
import classes from "./report.module.css";
import { type ReportParams, WITH } from "./report-params.ts";

interface Props {
  app: string;
  /** The cycle; null for a report of all testing. */
  cycle: Cycle | null;
  /** The report's path on the server. */
  path: string;
  /** The name of a saved file. */
  name: string;
  params: ReportParams;
  /** The id of the cycle that it is compared with. */
  other: string | null;
}

export function ReportTools({ app, cycle, path, name, params, other }: Props) {
  const fileOf = (format: "csv" | "json") => addressOf(pathWith(path, { format, ...params }));
  return (
    <div className={classes.tools}>
      <Button
        component={Link}
        href={cycle === null ? `/apps/${app}` : cycleHref(app, cycle.id)}
        variant="default"
        leftSection={<Icon name="left" />}
      >
        {cycle === null ? "Runbook" : "Runbook of the cycle"}
      </Button>
      <span className={classes.files}>
        {cycle !== null && <CompareWith cycle={cycle} params={params} other={other} />}
        <Button component="a" href={fileOf("csv")} download variant="default" leftSection={<Icon name="download" />}>
          CSV
        </Button>
        <Button
          component="a"
          href={fileOf("json")}
          download={`${name}.json`}
          variant="default"
          leftSection={<Icon name="download" />}
        >
          JSON
        </Button>
        <Button onClick={() => print()}>Print, or save as PDF</Button>
      </span>
    </div>
  );
}

function CompareWith({ cycle: { id, app }, params, other }: { cycle: Cycle } & Pick<Props, "params" | "other">) {
  const { data: open = [] } = useOpenCycles(app.id);
  const { data: closed } = useClosedCycles(app.id);
  const [path, go] = useLocation();
  const others = [...open, ...(closed?.pages.flatMap(({ data }) => data) ?? [])].filter((one) => one.id !== id);
  if (others.length === 0) return null;
  return (
    <NativeSelect
      className={classes.compare}
      aria-label="Compare with"
      value={other ?? ""}
      onChange={({ currentTarget }) =>
        go(pathWith(path, { ...params, [WITH]: currentTarget.value }), { replace: true })
      }
      data={[
        { value: "", label: "Compare with…" },
        ...others.map(({ id: value, name }) => ({ value, label: `Compare with ${name}` })),
      ]}
    />
  );
}
