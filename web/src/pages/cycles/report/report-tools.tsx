// What can be done with a report; none of it is printed.
import { Button, NativeSelect } from "@mantine/core";
import { Link, useLocation } from "wouter";
import { addressOf, pathWith } from "../../../api/client.ts";
import { cycleHref, useClosedCycles, useOpenCycles } from "../../../api/cycles.ts";
import type { Cycle } from "../../../api/types.ts";
import { Icon } from "../../../components/display/icons.tsx";
import classes from "./report.module.css";
import { type ReportParams, WITH } from "./report-params.ts";

interface Props {
  cycle: Cycle;
  params: ReportParams;
  /** The id of the one that it is compared with. */
  other: string | null;
}

export function ReportTools({ cycle: { id, app, name }, params, other }: Props) {
  const { data: open = [] } = useOpenCycles(app.id);
  const { data: closed } = useClosedCycles(app.id);
  const [path, go] = useLocation();
  const others = [...open, ...(closed?.pages.flatMap(({ data }) => data) ?? [])].filter((one) => one.id !== id);
  const compare = (cycle: string) => go(pathWith(path, { ...params, [WITH]: cycle }), { replace: true });
  const fileOf = (format: "csv" | "json") =>
    addressOf(pathWith(`/cycles/${encodeURIComponent(id)}/report`, { format, ...params }));
  return (
    <div className={classes.tools}>
      <Button component={Link} href={cycleHref(app.id, id)} variant="default" leftSection={<Icon name="left" />}>
        Runbook of the cycle
      </Button>
      <span className={classes.files}>
        {others.length > 0 && (
          <NativeSelect
            aria-label="Compare with"
            value={other ?? ""}
            onChange={(event) => compare(event.currentTarget.value)}
            data={[
              { value: "", label: "Compare with…" },
              ...others.map(({ id: value, name }) => ({ value, label: `Compare with ${name}` })),
            ]}
          />
        )}
        <Button component="a" href={fileOf("csv")} download variant="default" leftSection={<Icon name="download" />}>
          CSV
        </Button>
        <Button
          component="a"
          href={fileOf("json")}
          download={`${app.name} ${name}.json`}
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
