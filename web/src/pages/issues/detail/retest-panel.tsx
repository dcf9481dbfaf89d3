// A fix is not a pass: says which platforms need a retest, and takes its result.
import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import { del, post } from "../../../api/client.ts";
import { useHasRole } from "../../../api/session.tsx";
import type { Issue } from "../../../api/types.ts";
import { Icon } from "../../../components/display/icons.tsx";
import { StatusShape } from "../../../components/display/status.tsx";
import { toast, toastError } from "../../../interaction/toasts.tsx";
import { refreshAround } from "../data/issue-data.ts";
import type { PlatformState } from "../data/platform-state.ts";
import classes from "./retest-panel.module.css";

type Outcome = "passed" | "failed";

export function RetestPanel({ issue, states }: { issue: Issue; states: readonly PlatformState[] }) {
  const client = useQueryClient();
  const mayRecord = useHasRole("tester");
  const waiting = states.filter(({ kind }) => kind === "needs_retest");
  const { check } = issue;
  const record = useMutation({
    mutationFn: ({ codes, outcome }: { codes: string[]; outcome: Outcome }) =>
      post<{ id: string }[]>("/results", { app: issue.app.id, check: check!.id, platforms: codes, outcome }),
    onSuccess: (results, { codes, outcome }) => {
      const where = waiting.filter(({ code }) => codes.includes(code)).map(({ label }) => label);
      toast({ text: `Recorded: ${outcome} on ${where.join(", ")}.`, undo: () => void takeBack(results) });
      refreshAround(client, issue);
    },
    onError: toastError,
  });
  const takeBack = async (results: readonly { id: string }[]) => {
    try {
      for (const { id } of results) await del(`/results/${id}`);
    } catch (error) {
      toastError(error);
    }
    refreshAround(client, issue);
  };
  if (check === null || waiting.length === 0) return null;
  const say = (codes: string[], outcome: Outcome) => record.mutate({ codes, outcome });
  const params = new URLSearchParams({ check: check.id, on: waiting[0]!.code, status: "needs_retest" });
  const address = `/apps/${issue.app.id}?${params}`;
  return (
    <section className={classes.panel} aria-label="Retest">
      <div className={classes.head}>
        <p className={classes.words} role="status">
          {issue.status === "fixed" ? "Fixed." : "Partly fixed."}{" "}
          {waiting.length === 1 ? "This platform needs" : "These platforms need"} a retest:
        </p>
        <Link href={address} className={classes.link}>
          See in the runbook <Icon name="right" size={13} />
        </Link>
      </div>
      <ul className={classes.platforms}>
        {waiting.map(({ code, label }) => (
          <li key={code} className={classes.platform}>
            <span className={classes.name} data-status="needs_retest">
              <StatusShape status="needs_retest" />
              <bdi>{label}</bdi>
            </span>
            {mayRecord && <Verdict label={label} busy={record.isPending} onSay={(outcome) => say([code], outcome)} />}
          </li>
        ))}
        {mayRecord && waiting.length > 1 && (
          <li className={classes.platform}>
            <span className={classes.all}>All of them</span>
            <Verdict
              label="all of them"
              busy={record.isPending}
              onSay={(outcome) =>
                say(
                  waiting.map(({ code }) => code),
                  outcome,
                )
              }
            />
          </li>
        )}
      </ul>
    </section>
  );
}

function Verdict({ label, busy, onSay }: { label: string; busy: boolean; onSay(outcome: Outcome): void }) {
  return (
    <span className={classes.verdict}>
      {(["passed", "failed"] as const).map((outcome) => (
        <Button
          key={outcome}
          size="xs"
          variant="default"
          className={classes.say}
          disabled={busy}
          leftSection={<StatusShape status={outcome} />}
          aria-label={`${outcome === "passed" ? "Passed" : "Failed"} on ${label}`}
          onClick={() => onSay(outcome)}
        >
          {outcome === "passed" ? "Passed" : "Failed"}
        </Button>
      ))}
    </span>
  );
}
