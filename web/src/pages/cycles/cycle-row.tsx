// One cycle of the list: what it is about, who began and who closed it, and how far it is.
import { Button } from "@mantine/core";
import { Link } from "wouter";
import { cycleHref, reportHref } from "../../api/cycles.ts";
import type { App, Cycle } from "../../api/types.ts";
import { ConfirmButton } from "../../components/buttons/confirm-button.tsx";
import { Progress } from "../../components/display/progress.tsx";
import { scopeText } from "../../components/display/scope-text.ts";
import { Ago } from "../../components/display/times.tsx";
import rows from "../../components/layout/rows.module.css";
import { useCloseCycle } from "./change-cycles.ts";
import classes from "./cycle-row.module.css";

interface Props {
  cycle: Cycle;
  platforms: App["platforms"];
  /** Opens dialogs that change the cycle; null for readers who may not, and for a closed one. */
  change: { onTesters(): void; onEdit(): void } | null;
}

export function CycleRow({ cycle, platforms, change }: Props) {
  const { id, app, name, build, summary } = cycle;
  const close = useCloseCycle(cycle);
  const scope = scopeText(cycle, platforms);
  return (
    <li className={rows.row}>
      <div className={rows.main}>
        <div className={rows.name}>
          <Link href={cycleHref(app.id, id)} className={classes.link}>
            <bdi>{name}</bdi>
          </Link>
          {build !== null && (
            <span className={rows.tag}>
              Build <bdi>{build}</bdi>
            </span>
          )}
        </div>
        <div className={rows.meta}>
          <span>
            Started <Ago at={cycle.started_at} /> by <bdi>{cycle.started_by}</bdi>
          </span>
          {cycle.closed_at !== null && (
            <span>
              Closed <Ago at={cycle.closed_at} /> by <bdi>{cycle.closed_by}</bdi>
            </span>
          )}
          {scope !== null && <span>{scope}</span>}
        </div>
      </div>
      <div className={classes.progress}>
        <Progress summary={summary} />
      </div>
      <div className={rows.actions}>
        <Button
          component={Link}
          href={reportHref(app.id, id)}
          variant="default"
          size="xs"
          className={classes.button}
          aria-label={`Report: ${name}`}
        >
          Report
        </Button>
        {change !== null && (
          <>
            <Button
              variant="default"
              size="xs"
              className={classes.button}
              aria-label={`Testers: ${name}`}
              onClick={change.onTesters}
            >
              Testers
            </Button>
            <Button
              variant="default"
              size="xs"
              className={classes.button}
              aria-label={`Edit: ${name}`}
              onClick={change.onEdit}
            >
              Edit
            </Button>
            <ConfirmButton
              label="Close"
              about={name}
              words={<WhatClosingDoes cycle={cycle} />}
              confirm="Close it for good"
              onConfirm={() => close.mutate()}
            />
          </>
        )}
      </div>
    </li>
  );
}

function WhatClosingDoes({ cycle: { name, summary } }: { cycle: Cycle }) {
  const left = summary.untested + summary.needs_retest;
  return (
    <>
      <bdi>{name}</bdi> is kept as it is now
      {left > 0 && `, with ${left.toLocaleString("en")} of its cells not tested`}. Nothing more can be recorded in it,
      and it can't be opened again: this can't be undone.
    </>
  );
}
