// The runbook as the page holds it: read whole once, then only what has changed since, with what is not saved yet laid over
// it. Checks that did not change stay the same objects, so that their rows need not be drawn again.
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { get } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import type { Unsaved } from "../../../api/unsaved-change.ts";
import { unsavedChanges, useUnsaved } from "../../../api/unsaved-store.ts";
import { nameOf, sendingDone } from "../../../unsaved/sender.ts";
import { onSent } from "../../../unsaved/sent-listeners.ts";
import { changesStructure, mergeSaved, named } from "./merge-saved.ts";
import type { Runbook, RunbookCheck, RunbookOutline } from "./runbook.ts";
import { overlayUnsaved } from "./unsaved-overlay.ts";

/** The revision of a runbook that must be read in full. */
const UNKNOWN = -1;

/** How long what was saved still lies over what is read: an answer that was under way at that moment may tell what was before. */
const LINGER_MS = 1_000;

/** The runbook of all testing, or of a cycle. */
export function useRunbook(app: string, cycle: string | null) {
  const client = useQueryClient();
  const queryKey = keyOf(app, cycle);
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      // What is being added would be there twice: as it was typed, and as it was read.
      await sendingDone();
      const known = client.getQueryData<Runbook>(queryKey);
      const since = known === undefined || known.revision === UNKNOWN ? undefined : known.revision;
      const path = cycle === null ? `/apps/${encodeURIComponent(app)}` : `/cycles/${encodeURIComponent(cycle)}`;
      const answer = await get<Runbook>(`${path}/runbook`, { since }, signal);
      return merge(client.getQueryData<Runbook>(queryKey), answer);
    },
    structuralSharing: false,
  });
  const unsaved = useUnsavedOf(app);
  const saved = useSaved(client, app, cycle);
  const runbook = useMemo(
    () => (data === undefined ? undefined : overlayUnsaved(data, [...saved, ...unsaved])),
    [data, saved, unsaved],
  );
  return { runbook, unsaved, error, refetch };
}

function useUnsavedOf(app: string): Unsaved[] {
  const all = useUnsaved();
  return useMemo(() => all.filter((one) => one.app === app), [all, app]);
}

/** Takes in what was saved; gives what was saved a moment ago. */
function useSaved(client: QueryClient, app: string, cycle: string | null): readonly Unsaved[] {
  const [saved, setSaved] = useState<readonly Unsaved[]>([]);
  useEffect(() => {
    const key = keyOf(app, cycle);
    return onSent({
      sending: (unsaved) => {
        if (unsaved.app === app && changesStructure(unsaved.change)) stopReading(client, key);
      },
      saved: (unsaved, done) => {
        if (unsaved.app !== app) return;
        if (done.stays !== undefined) return readAnew(client, key);
        changeKept(client, key, (book) => mergeSaved(book, unsaved, done));
        for (const check of done.checks ?? []) client.setQueryData(queryKeys.appPart(app, "check", check.id), check);
        // What it means for a cycle is the server's to say.
        const isKnown = cycle === null && !changesStructure(unsaved.change);
        if (!isKnown) void client.invalidateQueries({ queryKey: key });
        const one = named(unsaved, done);
        setSaved((before) => [...before, one]);
        setTimeout(() => setSaved((before) => before.filter((other) => other !== one)), LINGER_MS);
      },
      refused: (unsaved) => {
        if (unsaved.app === app) readAnew(client, key);
      },
    });
  }, [client, app, cycle]);
  return saved;
}

type RunbookKey = ReturnType<typeof keyOf>;

function keyOf(app: string, cycle: string | null = null) {
  return cycle === null ? queryKeys.appPart(app, "runbook") : queryKeys.appPart(app, "runbook", cycle);
}

/** Merges an answer into what is known: it may have only what changed. */
export function merge(known: Runbook | undefined, answer: Runbook): Runbook {
  if (known === undefined) return { ...answer, sections: sectionsOf(answer, answer.checks) };
  const before = new Map(known.checks.map((check) => [check.id, check]));
  if (!answer.whole) {
    const changed = new Map(answer.checks.map((check) => [check.id, check]));
    const checks = known.checks.map((check) => changed.get(check.id) ?? check);
    return { ...answer, ...outlineOf(known, answer, checks), whole: true, checks };
  }
  const checks = answer.checks.map((check) => {
    const old = before.get(check.id);
    return old !== undefined && isSame(old, check) ? old : check;
  });
  return { ...answer, ...outlineOf(known, answer, checks), checks };
}

/** A cycle's runbook shows only sections with something in it; the server names all of the app's. */
function sectionsOf({ cycle, sections }: RunbookOutline, checks: readonly RunbookCheck[]): RunbookOutline["sections"] {
  if (cycle === undefined) return sections;
  const own = new Set(checks.map(({ section }) => section));
  return sections.filter(({ id }) => own.has(id));
}

/** An outline in which unchanged parts stay the same objects. */
function outlineOf(known: RunbookOutline, answer: RunbookOutline, checks: readonly RunbookCheck[]): RunbookOutline {
  const { app, cycle, platforms } = answer;
  const same = <T>(before: T, after: T) => (JSON.stringify(before) === JSON.stringify(after) ? before : after);
  return {
    app: same(known.app, app),
    platforms: same(known.platforms, platforms),
    sections: same(known.sections, sectionsOf(answer, checks)),
    ...(cycle !== undefined && { cycle: same(known.cycle, cycle)! }),
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

/** The runbook with every edit made so far: a page that is about to be drawn again may still show less. */
export function latestRunbook(client: QueryClient, app: string): Runbook {
  const own = unsavedChanges().filter((one) => one.app === app);
  return overlayUnsaved(client.getQueryData<Runbook>(keyOf(app))!, own);
}

/** Changes the cached runbook, if there is one. */
function changeKept(client: QueryClient, key: RunbookKey, change: (runbook: Runbook) => Runbook): void {
  client.setQueryData<Runbook>(key, (runbook) => (runbook === undefined ? undefined : change(runbook)));
}

/** Stops a read that began before a change: its answer would undo the change here. */
function stopReading(client: QueryClient, key: RunbookKey): void {
  void client.cancelQueries({ queryKey: key });
}

/** Reads the whole runbook again, because the cached one may be wrong. */
function readAnew(client: QueryClient, key: RunbookKey): void {
  changeKept(client, key, (runbook) => ({ ...runbook, revision: UNKNOWN }));
  void client.invalidateQueries({ queryKey: key });
}

/** Finds the check that an address names by its id or ref; capitals make no difference. */
export function checkNamed({ checks }: Runbook, named: string | null): RunbookCheck | undefined {
  if (named === null) return undefined;
  const lower = named.toLowerCase();
  return (
    checks.find(({ id, ref }) => id === named || ref === named) ?? checks.find(({ ref }) => ref.toLowerCase() === lower)
  );
}

/** A check that was new when it was named may have been saved since. */
export function findCheck({ checks }: Runbook, named: string | null) {
  if (named === null) return undefined;
  const id = nameOf(named);
  return checks.find((check) => check.id === id);
}
