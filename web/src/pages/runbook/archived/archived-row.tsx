// One check or section that left the runbook, and what stands in the way of restoring it.
import { NativeSelect } from "@mantine/core";
import { useRef, useState } from "react";
import { Link } from "wouter";
import { isNew } from "../../../api/unsaved-change.ts";
import { SteadyButton } from "../../../components/buttons/steady-button.tsx";
import { Ago } from "../../../components/display/times.tsx";
import { focusNeighbour } from "../../../interaction/focus-neighbour.ts";
import type { Runbook } from "../data/runbook.ts";
import classes from "./archived-dialog.module.css";
import type { RestoreProblem } from "./restore-problem.ts";
import type { Restore } from "./use-restore.ts";

interface Props {
  entry: { id: string; ref: string; title: string; archived_at: string };
  /** The section that a check was in. */
  where: string | null;
  runbook: Runbook;
  restore: ((options: Parameters<Restore>[2]) => Promise<void>) | null;
  explain(error: unknown): RestoreProblem;
}

export function ArchivedRow({ entry, where, runbook, restore, explain }: Props) {
  const row = useRef<HTMLLIElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<RestoreProblem | null>(null);
  const [into, setInto] = useState("");
  const leave = () => {
    if (row.current?.contains(document.activeElement)) focusNeighbour(row.current);
  };
  const press = async () => {
    setBusy(true);
    try {
      await restore!({ ...(into !== "" && { into }), onRestored: leave });
    } catch (error) {
      setProblem(explain(error));
      setBusy(false);
    }
  };
  const wants = problem?.wantsSection === true;
  return (
    <li ref={row} className={classes.row}>
      <div className={classes.main}>
        <span className={classes.title}>
          <bdi>{entry.title}</bdi>
        </span>
        <span className={classes.about}>
          <span>
            <bdi>{entry.ref}</bdi>
          </span>
          {where !== null && (
            <span>
              <bdi>{where}</bdi>
            </span>
          )}
          <span>
            archived <Ago at={entry.archived_at} />
          </span>
        </span>
      </div>
      {restore !== null && (
        <SteadyButton
          size="compact-sm"
          variant="default"
          aria-label={`Restore ${entry.title}`}
          busy={isBusy}
          off={wants && into === ""}
          onClick={() => void press()}
        >
          {isBusy ? "Restoring…" : "Restore"}
        </SteadyButton>
      )}
      {problem !== null && (
        <div className={classes.problem}>
          <p role="alert">
            {problem.words}{" "}
            {problem.other !== undefined && (
              <Link className={classes.link} href={`/apps/${runbook.app.id}?check=${problem.other}`}>
                Show that check
              </Link>
            )}
          </p>
          {wants && (
            <NativeSelect
              aria-label={`Section for ${entry.title}`}
              value={into}
              onChange={(event) => setInto(event.currentTarget.value)}
            >
              <option value="">Choose a section</option>
              {runbook.sections
                .filter(({ id }) => !isNew(id))
                .map(({ id, title }) => (
                  <option key={id} value={id}>
                    {title}
                  </option>
                ))}
            </NativeSelect>
          )}
        </div>
      )}
    </li>
  );
}
