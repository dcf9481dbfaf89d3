// What the cycle that is shown is about: its build, what is in it, who began it; once it is closed, that nothing changes any more.
import type { ReactNode } from "react";
import { Link } from "wouter";
import { reportHref } from "../../../api/cycles.ts";
import type { Cycle } from "../../../api/types.ts";
import { Icon } from "../../../components/display/icons.tsx";
import { scopeText } from "../../../components/display/scope-text.ts";
import { Ago } from "../../../components/display/times.tsx";
import type { RunbookOutline } from "../data/runbook.ts";
import classes from "./cycle-note.module.css";
import { CyclePicker } from "./cycle-picker.tsx";

interface Props {
  runbook: RunbookOutline;
  /** Where there is little room, the picker is here and not among the filters. */
  isCompact: boolean;
}

export function CycleNote({ runbook, isCompact }: Props) {
  const { cycle, platforms } = runbook;
  if (cycle === undefined) return null;
  const scope = scopeText(cycle, platforms);
  return (
    <section className={classes.note} aria-label="Cycle" data-compact={isCompact || undefined}>
      {isCompact && <CyclePicker runbook={runbook} />}
      <p className={classes.facts}>
        {cycle.build !== null && (
          <Fact>
            Build <bdi>{cycle.build}</bdi>
          </Fact>
        )}
        {scope !== null && <Fact>{scope}</Fact>}
        {cycle.status === "open" ? (
          <Fact>
            Started <Ago at={cycle.started_at} /> by <bdi>{cycle.started_by}</bdi>
          </Fact>
        ) : (
          <Closed cycle={cycle} />
        )}
        <Link href={reportHref(runbook.app.id, cycle.id)} className={classes.link}>
          Report
        </Link>
      </p>
    </section>
  );
}

function Closed({ cycle: { closed_at, closed_by } }: { cycle: Cycle }) {
  return (
    <span className={classes.closed}>
      <Icon name="check" /> Closed <Ago at={closed_at!} /> by <bdi>{closed_by}</bdi>: it stays as it is, and nothing
      more is recorded in it.
    </span>
  );
}

function Fact({ children }: { children: ReactNode }) {
  return <span className={classes.fact}>{children}</span>;
}
