// One app of the list. The whole row opens its runbook; the counts lead to what they count.
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { OverviewApp } from "../../api/apps.ts";
import { Icon } from "../../components/display/icons.tsx";
import { Progress } from "../../components/display/progress.tsx";
import { StatusShape } from "../../components/display/status.tsx";
import classes from "./app-card.module.css";

export function AppCard({ app }: { app: OverviewApp }) {
  const { id, name, mode, platforms, summary } = app;
  return (
    <li className={classes.card}>
      <div className={classes.what}>
        <div className={classes.title}>
          <Link href={`/apps/${id}`} className={classes.name} data-app-link="">
            <bdi>{name}</bdi>
          </Link>
          <span className={classes.mode} data-mode={mode}>
            {mode === "live" ? "Live" : "Testing"}
          </span>
        </div>
        <div className={classes.platforms}>
          {platforms.map(({ code, label }, i) => (
            <span key={code}>
              {i > 0 && <span aria-hidden="true">·</span>}
              <bdi>{label}</bdi>
            </span>
          ))}
        </div>
      </div>
      <div className={classes.progress}>
        <Progress summary={summary} />
      </div>
      <div className={classes.counts}>
        <Count
          href={`/apps/${id}?status=needs_retest`}
          n={summary.needs_retest}
          word={summary.needs_retest === 1 ? "needs a retest" : "need a retest"}
          status="needs_retest"
          of={name}
        >
          <StatusShape status="needs_retest" />
        </Count>
        <Count
          href={`/apps/${id}/issues`}
          n={summary.open_issues}
          word={summary.open_issues === 1 ? "open issue" : "open issues"}
          status="failed"
          of={name}
        >
          <Icon name="bug" />
        </Count>
        {summary.open_issues === 0 && <Left status="failed" app={app} />}
        {summary.needs_retest + summary.open_issues === 0 && <Left status="untested" app={app} />}
        {summary.checks > 0 && leftIn(summary) === 0 && <span className={classes.none}>Nothing to do</span>}
      </div>
    </li>
  );
}

/** What is left to do, where no issue says so. */
function Left({ status, app }: { status: "untested" | "failed"; app: OverviewApp }) {
  return (
    <Count
      href={`/apps/${app.id}?status=${status}`}
      n={app.summary[status]}
      word={status}
      status={status}
      of={app.name}
    >
      <StatusShape status={status} />
    </Count>
  );
}

function leftIn({ needs_retest, open_issues, untested, failed }: OverviewApp["summary"]): number {
  return needs_retest + open_issues + untested + failed;
}

function Count({
  href,
  n,
  word,
  status,
  of,
  children,
}: {
  href: string;
  n: number;
  word: string;
  status: string;
  of: string;
  children: ReactNode;
}) {
  if (n === 0) return null;
  return (
    <Link href={href} className={classes.count} data-status={status}>
      {children}
      <strong>{n}</strong> {word}
      <span className="sr-only"> in {of}</span>
    </Link>
  );
}
