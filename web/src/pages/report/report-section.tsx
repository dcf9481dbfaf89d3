// A section of a report: a row for every check on every platform. Its title and headings are repeated on each printed page.
import { Fragment } from "react";
import { Link } from "wouter";
import type { App, Report } from "../../api/types.ts";
import { StatusMark } from "../../components/display/status.tsx";
import { exactText } from "../../components/display/times.tsx";
import classes from "./report.module.css";

type Section = Report["sections"][number];
type Reading = Section["checks"][number]["platforms"][number];

const COLUMNS = ["Check", "Platform", "Status", "Tester", "Tested at", "Build", "Note, open issues"];

/** Estimated heights on a screen, so that the scrollbar is about right. */
const HEAD_REM = 4;
const ROW_REM = 1.9;

interface Props {
  section: Section;
  app: App;
}

export function ReportSection({ section, app: { id: app, platforms } }: Props) {
  const labels = new Map(platforms.map(({ code, label }) => [code, label]));
  const rows = section.checks.reduce((sum, check) => sum + check.platforms.length, 0);
  return (
    <div
      className={`${classes.part} ${classes.section}`}
      style={{ containIntrinsicBlockSize: `auto ${HEAD_REM + rows * ROW_REM}rem` }}
    >
      <h3 className={classes.onScreen}>
        <bdi>{section.title}</bdi>
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it scrolls sideways, and must do so by keyboard */}
      <section className={classes.wide} tabIndex={0} aria-label={section.title}>
        <table className={classes.table}>
          <colgroup>
            {COLUMNS.map((name) => (
              <col key={name} />
            ))}
          </colgroup>
          <thead>
            <tr className={classes.onPaper}>
              <th scope="colgroup" colSpan={COLUMNS.length}>
                <bdi>{section.title}</bdi>
              </th>
            </tr>
            <tr>
              {COLUMNS.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          {section.checks.map((check) => (
            <tbody key={check.id} className={classes.check}>
              {check.platforms.map((reading, i) => (
                <tr key={reading.code}>
                  {i === 0 && (
                    <th scope="rowgroup" rowSpan={check.platforms.length}>
                      <span className={classes.ref}>{check.ref}</span> <bdi>{check.title}</bdi>
                    </th>
                  )}
                  <Row app={app} reading={reading} label={labels.get(reading.code) ?? reading.code} />
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </section>
    </div>
  );
}

function Row({ app, reading, label }: { app: string; reading: Reading; label: string }) {
  const { status, outcome, tester, recorded_at: at, build, note, issues } = reading;
  // What was tested and reads otherwise now, because of an issue or a fix.
  const isOther = outcome !== null && outcome !== status;
  return (
    <>
      <td>
        <bdi>{label}</bdi>
      </td>
      <td>
        <StatusMark status={status} />
        {isOther && <span className={classes.soft}> (last {outcome})</span>}
      </td>
      <td>
        <bdi>{tester}</bdi>
      </td>
      <td>{at !== null && exactText(at)}</td>
      <td>
        <bdi>{build}</bdi>
      </td>
      <td className={classes.note}>
        {note !== null && (
          <span>
            <bdi>{note}</bdi>
          </span>
        )}
        {issues.length > 0 && (
          <span>
            Open:{" "}
            {issues.map((code, i) => (
              <Fragment key={code}>
                {i > 0 && ", "}
                <Link href={`/apps/${app}/issues/${code}`} className={classes.issue}>
                  {code}
                </Link>
              </Fragment>
            ))}
          </span>
        )}
      </td>
    </>
  );
}
