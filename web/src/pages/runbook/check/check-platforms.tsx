// How a check stands on each platform: its status, the last result, and what can be recorded.
import { Link } from "wouter";
import { MAX_NOTE } from "../../../../../src/wire/limits.ts";
import { historyHref } from "../../../api/results.ts";
import { ChosenFiles } from "../../../components/attachments/chosen-files.tsx";
import { useKeptFiles } from "../../../components/attachments/use-kept-files.ts";
import { useDraft } from "../../../components/behaviour/use-draft.ts";
import { StatusMark } from "../../../components/display/status.tsx";
import { Ago } from "../../../components/display/times.tsx";
import { tooLongText } from "../../../components/form/text-limits.ts";
import { countOf } from "../data/cell-text.ts";
import type { Cell, Runbook, RunbookCheck } from "../data/runbook.ts";
import type { Results } from "../results/use-results.ts";
import classes from "./check-detail.module.css";
import type { LastResults } from "./use-last-results.ts";

interface Props {
  runbook: Runbook;
  check: RunbookCheck;
  lastResults: LastResults;
  canAct: boolean;
  results: Results;
  /** The place of the platform that is named first. */
  begin: number;
  onRaise(cells: Cell[]): void;
}

export function CheckPlatforms({ runbook, check, lastResults, canAct, results, begin, onRaise }: Props) {
  const { value, set, forget } = useDraft(`of a note on ${check.id}`, { note: "" });
  const chosen = useKeptFiles(`for a result of ${check.id}`);
  const note = value.note.trim();
  const tooLong = tooLongText(note, MAX_NOTE);
  const isLong = tooLong !== undefined;
  const record = (platform: number, outcome: "passed" | "failed") => {
    const details = { ...(note === "" ? {} : { note }), files: chosen.files };
    if (isLong || !results.record([{ check: check.id, platform }], outcome, details)) return;
    set({ note: "" });
    forget();
    if (chosen.files.length > 0) chosen.set([]);
  };
  return (
    <section aria-label="Platforms">
      <ul className={classes.platforms}>
        {beginningAt(begin, runbook.platforms.length).map((platform) => {
          const { code, label } = runbook.platforms[platform]!;
          const status = check.statuses[platform];
          if (status == null) return null;
          const open = check.open_issues[platform]!;
          const last = lastResults.get(code);
          const cell = { check: check.id, platform };
          const isMarked = status === "not_applicable";
          return (
            <li key={code} className={classes.platform} data-status={status}>
              <div className={classes.current}>
                <span className={classes.label}>
                  <bdi>{label}</bdi>
                </span>
                <StatusMark status={status} />
                {open > 0 && <span className={classes.soft}>{countOf(open, "open issue")}</span>}
              </div>
              {last != null && (
                <p className={classes.result}>
                  <Link
                    href={historyHref(runbook.app.id, { check: check.id, platform: code, cycle: runbook.cycle?.id })}
                    className={classes.history}
                    aria-label={`History on ${label}`}
                  >
                    History
                  </Link>
                  {last.outcome === "passed" ? "Passed" : "Failed"} by <bdi>{last.recorded_by}</bdi>,{" "}
                  <Ago at={last.recorded_at} />
                  {last.build !== null && (
                    <>
                      , build <bdi>{last.build}</bdi>
                    </>
                  )}
                  {last.note !== null && <bdi className={classes.note}>{last.note}</bdi>}
                </p>
              )}
              {canAct && (
                <fieldset className={classes.actions} aria-label={`Record on ${label}`}>
                  <button type="button" disabled={isMarked || isLong} onClick={() => record(platform, "passed")}>
                    Pass
                  </button>
                  <button type="button" disabled={isMarked || isLong} onClick={() => record(platform, "failed")}>
                    Fail
                  </button>
                  <button type="button" aria-pressed={isMarked} onClick={() => results.toggleNotApplicable([cell])}>
                    N/A
                  </button>
                  <button type="button" onClick={() => onRaise([cell])}>
                    Issue
                  </button>
                </fieldset>
              )}
            </li>
          );
        })}
      </ul>
      {canAct && (
        <>
          <label className={classes.noteField}>
            <span className={classes.soft}>Note for the next result recorded here</span>
            <input
              value={value.note}
              aria-invalid={isLong || undefined}
              onChange={(event) => set({ note: event.currentTarget.value })}
            />
            {isLong && (
              <span className={classes.tooLong} role="alert">
                {tooLong}
              </span>
            )}
          </label>
          <div className={classes.chosen}>
            <ChosenFiles chosen={chosen} of="result" />
          </div>
        </>
      )}
    </section>
  );
}

/** All places, beginning with this one. */
function beginningAt(begin: number, count: number): number[] {
  const places = Array.from({ length: count }, (_, place) => place);
  return [begin, ...places.filter((place) => place !== begin)];
}
