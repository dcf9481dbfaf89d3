// The last results of a check, on all its platforms, and the way to all of them.
import { Link } from "wouter";
import { historyHref, useResultPages } from "../../../api/results.ts";
import framed from "../../../components/layout/framed-list.module.css";
import { ResultRow } from "../../history/result-row.tsx";
import type { Runbook } from "../data/runbook.ts";
import classes from "./check-detail.module.css";

const MAX_SHOWN = 5;

/** `check` is read once whoever walks through the grid has stopped; until then it is not the one that is shown. */
export function CheckHistory({ runbook, check, isCurrent }: { runbook: Runbook; check: string; isCurrent: boolean }) {
  const { app, cycle, platforms } = runbook;
  const { data } = useResultPages(app.id, { check }, MAX_SHOWN);
  const results = data?.pages[0]?.data.filter((result) => result.check.id === check) ?? [];
  if (!isCurrent || results.length === 0) return null;
  const labels = new Map(platforms.map(({ code, label }) => [code, label]));
  return (
    <section className={classes.part} aria-label="History">
      <div className={classes.partHead}>
        <h3 className={classes.heading}>History</h3>
        <Link
          href={historyHref(app.id, { check, ...(cycle === undefined ? {} : { cycle: cycle.id }) })}
          className={classes.all}
        >
          {cycle === undefined ? "All results" : "Results of the cycle"}
        </Link>
      </div>
      <ul className={framed.list}>
        {results.map((result) => (
          <ResultRow
            key={result.id}
            result={result}
            platform={labels.get(result.platform) ?? result.platform}
            namesCheck={false}
          />
        ))}
      </ul>
    </section>
  );
}
