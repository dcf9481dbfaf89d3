// How the runbook stands: one bar, the share that is done, and counts that are filters at once.
import { memo } from "react";
import { STATUSES } from "../../../../../src/wire/lists.ts";
import type { Counts, Status } from "../../../api/types.ts";
import { Icon } from "../../../components/display/icons.tsx";
import { STATUS_LABEL, StatusBar, StatusShape } from "../../../components/display/status.tsx";
import { keyHint } from "../../../interaction/has-keyboard.ts";
import { percentOf } from "../data/runbook-rows.ts";
import classes from "./runbook-summary.module.css";

interface Props {
  counts: Counts;
  chosen: Status[];
  onChoose(statuses: Status[]): void;
}

export const Summary = memo(function Summary({ counts, chosen, onChoose }: Props) {
  const toggle = (status: Status) =>
    onChoose(chosen.includes(status) ? chosen.filter((one) => one !== status) : [...chosen, status]);
  const isRetest = chosen.length === 1 && chosen[0] === "needs_retest";
  return (
    <div className={classes.summary}>
      <p className={classes.percent}>
        <strong>{percentOf(counts)} %</strong> <span>complete</span>
      </p>
      <div className={classes.bar}>
        <StatusBar counts={counts} />
      </div>
      <fieldset className={classes.chips}>
        <legend className="sr-only">Show by status</legend>
        {STATUSES.filter((status) => status !== "needs_retest").map((status) => (
          <button
            key={status}
            type="button"
            className={classes.chip}
            data-status={status}
            aria-pressed={chosen.includes(status)}
            onClick={() => toggle(status)}
          >
            <StatusShape status={status} />
            <span>{STATUS_LABEL[status]}</span>
            <span className={classes.number}>{counts[status].toLocaleString("en")}</span>
          </button>
        ))}
        <button
          type="button"
          className={classes.retest}
          data-status="needs_retest"
          data-some={counts.needs_retest > 0 || undefined}
          aria-pressed={chosen.includes("needs_retest")}
          title={`Show what needs a retest${keyHint(" (R)")}`}
          onClick={() => onChoose(isRetest ? [] : ["needs_retest"])}
        >
          <Icon name="refresh" />
          <span>Needs retest</span>
          <span className={classes.number}>{counts.needs_retest.toLocaleString("en")}</span>
        </button>
      </fieldset>
    </div>
  );
});

/** Just the bar, where there is little room. */
export const SummaryStrip = memo(function SummaryStrip({ counts }: { counts: Counts }) {
  return (
    <div className={classes.strip}>
      <StatusBar counts={counts} />
    </div>
  );
});
