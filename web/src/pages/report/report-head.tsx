// The first page of a report: what it is of, what the release gate says, and the counts.
import type { ReactNode } from "react";
import { STATUSES } from "../../../../src/wire/lists.ts";
import type { App, Counts, Cycle, Gate, Report } from "../../api/types.ts";
import { Icon } from "../../components/display/icons.tsx";
import { scopeText } from "../../components/display/scope-text.ts";
import { STATUS_LABEL, StatusBar } from "../../components/display/status.tsx";
import { exactText, zoneText } from "../../components/display/times.tsx";
import classes from "./report.module.css";

interface Props {
  report: Report;
  app: App;
  /** When the report was read. */
  at: string;
}

export function ReportHead({ report, app: { name, platforms }, at }: Props) {
  const { gate, sections } = report;
  const cycle = "cycle" in report ? report.cycle : null;
  const { summary } = "cycle" in report ? report.cycle : report;
  const labels = report.platforms.map((code) => platforms.find((one) => one.code === code)?.label ?? code);
  return (
    <>
      <header className={classes.head}>
        <p className={classes.kind}>
          Test report of <bdi>{name}</bdi>
        </p>
        <h2 className={classes.title}>
          <bdi>{cycle?.name ?? "All testing"}</bdi>
        </h2>
      </header>
      <dl className={classes.facts}>
        {cycle !== null && cycle.build !== null && <Fact name="Build">{cycle.build}</Fact>}
        <Fact name="Platforms">{labels.join(", ")}</Fact>
        {cycle === null ? (
          <Fact name="State">The last result of everything, whatever its build, as it stood on {exactText(at)}</Fact>
        ) : (
          <Course cycle={cycle} platforms={platforms} at={at} />
        )}
        <Fact name="Times">{zoneText(at)}</Fact>
      </dl>
      <GateAnswer gate={gate} />
      <section className={classes.part} aria-label="Summary">
        <h3>Summary</h3>
        <p className={classes.percent}>
          <strong>{summary.percent_complete} %</strong> complete, {summary.checks.toLocaleString("en")}{" "}
          {summary.checks === 1 ? "check" : "checks"}
        </p>
        <StatusBar counts={summary} />
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
            <Tally name="All sections" counts={summary} />
          </tfoot>
        </table>
      </section>
    </>
  );
}

/** What was in a cycle, and when it was open. */
function Course({ cycle, platforms, at }: { cycle: Cycle; platforms: App["platforms"]; at: string }) {
  return (
    <>
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
