// The runbook as the page holds it: read whole once, then only what was restated since. Checks that did not change stay
// the same objects, so that their rows need not be drawn again.
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { z } from "zod";
import type { RunbookSchema } from "../../../../src/wire/whole-runbook.ts";
import { get } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import type { Status } from "../../api/types.ts";
import { removedPaths, useRemoved } from "../../parts/removals.ts";
import { editsDone } from "./edit-queue.ts";

export type Runbook = z.infer<typeof RunbookSchema>;
/** A runbook without its checks. */
export type RunbookOutline = Pick<Runbook, "app" | "platforms" | "sections">;
export type RunbookCheck = Runbook["checks"][number];
export type RunbookSection = Runbook["sections"][number];

/** One check on one platform, by the platform's place in the runbook. */
export interface Cell {
  check: string;
  platform: number;
}

/** What is known to differ from what was read last. */
export interface Restated extends Cell {
  status: Status;
  openIssues?: number;
}

/** Of a runbook that must be read whole again. */
const UNKNOWN = -1;

export function useRunbook(app: string) {
  const client = useQueryClient();
  const queryKey = keyOf(app);
  const removed = useRemoved();
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      // An edit under way would come back as if it had been undone.
      await editsDone();
      const known = client.getQueryData<Runbook>(queryKey);
      const since = known === undefined || known.revision === UNKNOWN ? undefined : known.revision;
      const answer = await get<Runbook>(`/apps/${encodeURIComponent(app)}/runbook`, { since }, signal);
      return merge(client.getQueryData<Runbook>(queryKey), answer);
    },
    structuralSharing: false,
  });
  const runbook = useMemo(() => (data === undefined ? undefined : leaveOut(data, removed)), [data, removed]);
  return { runbook, error, refetch };
}

export function checkPath(id: string): string {
  return `/checks/${id}`;
}

/** The runbook without the checks that are about to be archived. */
function leaveOut(runbook: Runbook, removed: ReadonlySet<string>): Runbook {
  const checks = runbook.checks.filter(({ id }) => !removed.has(checkPath(id)));
  return checks.length === runbook.checks.length ? runbook : { ...runbook, checks };
}

function keyOf(app: string) {
  return keys.appPart(app, "runbook");
}

/** What was read, with what was restated since. */
export function merge(known: Runbook | undefined, answer: Runbook): Runbook {
  if (known === undefined) return answer;
  const before = new Map(known.checks.map((check) => [check.id, check]));
  if (!answer.whole) {
    const restated = new Map(answer.checks.map((check) => [check.id, check]));
    return {
      ...answer,
      ...outlineOf(known, answer),
      whole: true,
      checks: known.checks.map((check) => restated.get(check.id) ?? check),
    };
  }
  const checks = answer.checks.map((check) => {
    const old = before.get(check.id);
    return old !== undefined && isSame(old, check) ? old : check;
  });
  return { ...answer, ...outlineOf(known, answer), checks };
}

/** What did not change stays the same object here, too. */
function outlineOf(known: RunbookOutline, { app, platforms, sections }: RunbookOutline): RunbookOutline {
  const same = <T>(before: T, after: T) => (JSON.stringify(before) === JSON.stringify(after) ? before : after);
  return {
    app: same(known.app, app),
    platforms: same(known.platforms, platforms),
    sections: same(known.sections, sections),
  };
}

function isSame(a: RunbookCheck, b: RunbookCheck): boolean {
  return (
    a.title === b.title &&
    a.ref === b.ref &&
    a.section === b.section &&
    a.has_instructions === b.has_instructions &&
    a.statuses.length === b.statuses.length &&
    a.statuses.every((status, i) => status === b.statuses[i] && a.open_issues[i] === b.open_issues[i])
  );
}

/** The runbook with some cells restated; the others' checks stay the same objects. */
export function restate(runbook: Runbook, changes: readonly Restated[]): Runbook {
  if (changes.length === 0) return runbook;
  const byCheck = new Map<string, Restated[]>();
  for (const change of changes) byCheck.set(change.check, [...(byCheck.get(change.check) ?? []), change]);
  return {
    ...runbook,
    checks: runbook.checks.map((check) => {
      const restated = byCheck.get(check.id);
      if (restated === undefined) return check;
      const statuses = [...check.statuses];
      const open_issues = [...check.open_issues];
      for (const { platform, status, openIssues } of restated) {
        statuses[platform] = status;
        open_issues[platform] = openIssues ?? open_issues[platform]!;
      }
      return { ...check, statuses, open_issues };
    }),
  };
}

/** The runbook with every edit made so far: a page that is about to be drawn again may still show less. */
export function latestRunbook(client: QueryClient, app: string): Runbook {
  return leaveOut(keptRunbook(client, app), removedPaths());
}

/** What is kept of the runbook, with what is hidden of it. */
export function keptRunbook(client: QueryClient, app: string): Runbook {
  return client.getQueryData<Runbook>(keyOf(app))!;
}

/** Changes what is kept of the runbook, if anything is. */
export function changeKept(client: QueryClient, app: string, change: (runbook: Runbook) => Runbook): void {
  client.setQueryData<Runbook>(keyOf(app), (runbook) => (runbook === undefined ? undefined : change(runbook)));
}

/** What is being read was asked for before a change, and would undo it here. */
export function stopReading(client: QueryClient, app: string): void {
  void client.cancelQueries({ queryKey: keyOf(app) });
}

/** Has the runbook read whole again: what is kept may be wrong. */
export function readAnew(client: QueryClient, app: string): void {
  changeKept(client, app, (runbook) => ({ ...runbook, revision: UNKNOWN }));
  void client.invalidateQueries({ queryKey: keyOf(app) });
}
