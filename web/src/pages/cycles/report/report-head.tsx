// The first page of a report: which cycle it is of, what the release gate says, and the counts.
import type { ReactNode } from "react";
import { STATUSES } from "../../../../../src/wire/lists.ts";
import type { App, Counts, CycleReport, Gate } from "../../../api/types.ts";
import { Icon } from "../../../components/display/icons.tsx";
import { scopeText } from "../../../components/display/scope-text.ts";
import { STATUS_LABEL, StatusBar } from "../../../components/display/status.tsx";
import { exactText, zoneText } from "../../../components/display/times.tsx";
import classes from "./report.module.css";

interface Props {
  report: CycleReport;
  platforms: App["platforms"];
  /** When it was read. */
  at: string;
}

export function ReportHead({ report, platforms, at }: Props) {
  const { cycle, gate, sections } = report;
  const labels = report.platforms.map((code) => platforms.find((one) => one.code === code)?.label ?? code);
  return (
    <>
      <header className={classes.head}>
        <p className={classes.kind}>
          Test report of <bdi>{cycle.app.name}</bdi>
        </p>
        <h2 className={classes.title}>
          <bdi>{cycle.name}</bdi>
        </h2>
      </header>
      <dl className={classes.facts}>
        {cycle.build !== null && <Fact name="Build">{cycle.build}</Fact>}
        <Fact name="Platforms">{labels.join(", ")}</Fact>
        <Fact name="Tested">{scopeText({ ...cycle, platforms: null }, platforms) ?? "Everything"}</Fact>
        <Fact name="Started">
          {exactText(cycle.started_at)} by {cycle.started_by}
        </Fact>
        {cycle.closed_at === null ? (
          <Fact name="State">Still open: this is how it stood on {exactText(at)}</Fact>
        ) : (
          <Fact name="Closed">
            {exactText(cycle.closed_at)} by {cycle.closed_by}
          </Fact>
        )}
        <Fact name="Times">{zoneText(at)}</Fact>
      </dl>
      <GateAnswer gate={gate} />
      <section className={classes.part} aria-label="Summary">
        <h3>Summary</h3>
        <p className={classes.percent}>
          <strong>{cycle.summary.percent_complete} %</strong> complete, {cycle.summary.checks.toLocaleString("en")}{" "}
          {cycle.summary.checks === 1 ? "check" : "checks"}
        </p>
        <StatusBar counts={cycle.summary} />
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Section</th>
              {STATUSES.map((status) => (
                <th key={status} scope="col" className={classes.number}>
                  {STATUS_LABEL[status]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sections.map(({ id, title, summary }) => (
              <Tally key={id} name={title} counts={summary} />
            ))}
          </tbody>
          <tfoot>
            <Tally name="All sections" counts={cycle.summary} />
          </tfoot>
        </table>
      </section>
    </>
  );
}

function Tally({ name, counts }: { name: string; counts: Counts }) {
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
      </th>
      {STATUSES.map((status) => (
        <td key={status} className={classes.number}>
          {counts[status].toLocaleString("en")}
        </td>
      ))}
    </tr>
  );
}

function GateAnswer({ gate: { result, reasons, thresholds } }: { gate: Gate }) {
  const isOpen = result === "pass";
  return (
    <section className={classes.part} aria-label="Release gate">
      <h3>Release gate</h3>
      <p className={classes.result} data-status={isOpen ? "passed" : "failed"}>
        <Icon name={isOpen ? "check" : "close"} />
        {isOpen ? "Pass: good enough to ship" : "Fail: not ready to ship"}
      </p>
      {reasons.length > 0 && (
        <ul className={classes.reasons}>
          {reasons.map(({ rule, message }) => (
            <li key={rule}>{message}</li>
          ))}
        </ul>
      )}
      <p className={classes.soft}>
        Asked for: at least {thresholds.percent} % tested, at most {thresholds.max_failed} failed, at most{" "}
        {thresholds.max_open} open {thresholds.max_open === 1 ? "issue" : "issues"}.
      </p>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}
