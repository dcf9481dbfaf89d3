// Recording results and N/A marks from the grid: shown at once, sent, and taken back when somebody wants that.
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { ApiError, del, post, put } from "../../api/client.ts";
import type { Check, Status } from "../../api/types.ts";
import { hasKeys, keyHint } from "../../parts/keys-at-hand.ts";
import { describeCells } from "./cell-words.ts";
import { type Cell, changeKept, type Restated, type Runbook, restate } from "./runbook-data.ts";
import { say, sayFailed, type UndoStack } from "./undo-stack.ts";
import type { Pending } from "./use-pending.ts";

export type Outcome = "passed" | "failed";

interface Recorded {
  id: string;
  check: { id: string };
  platform: string;
}

export interface Results {
  /** False when there was nothing to record on. */
  record(cells: readonly Cell[], outcome: Outcome, details?: { note?: string; build?: string }): boolean;
  /** Marks the cells N/A, or takes the mark from them when all have it. */
  toggleNotApplicable(cells: readonly Cell[]): void;
}

/** The server takes a result back for ten minutes; a little less, for clocks and ways. */
const TAKE_BACK_MS = 9.5 * 60_000;
/** Entries of one request. */
const MAX_ENTRIES = 1_000;
const AT_ONCE = 6;

export function useResults(runbook: Runbook | undefined, pending: Pending, undo: UndoStack): Results {
  const client = useQueryClient();
  const latest = useRef(runbook);
  latest.current = runbook;
  return useMemo(() => {
    const keep = (changes: readonly Restated[]) => {
      const app = latest.current!.app.id;
      changeKept(client, app, (kept) => restate(kept, changes));
    };
    /** Shows the changes, does the work, and lets them go when it fails. */
    const doing = async <T>(changes: readonly Restated[], work: () => Promise<T>): Promise<T> => {
      const shown = pending.show(changes);
      try {
        const done = await work();
        keep(changes);
        shown.settle();
        return done;
      } catch (error) {
        shown.drop();
        throw error;
      }
    };

    const send = async (cells: readonly Cell[], outcome: Outcome, details: object): Promise<Recorded[]> => {
      const { app, platforms } = latest.current!;
      const entries = [...groupByCheck(cells)].map(([check, places]) => ({
        check,
        platforms: places.map((place) => platforms[place]!.code),
        outcome,
        ...details,
      }));
      const recorded: Recorded[] = [];
      for (let start = 0; start < entries.length; start += MAX_ENTRIES) {
        const results = entries.slice(start, start + MAX_ENTRIES);
        recorded.push(...(await post<Recorded[]>("/results", { app: app.id, results })));
      }
      return recorded;
    };

    const takeBack = async (recorded: readonly Recorded[], before: readonly Restated[], at: number) => {
      if (Date.now() - at > TAKE_BACK_MS) return recordBefore(before);
      await doing(before, () => eachOf(recorded, ({ id }) => del(`/results/${id}`)));
    };
    /** Too late to take back: what stood before is recorded anew where a result can say it. */
    const recordBefore = async (before: readonly Restated[]) => {
      for (const outcome of ["passed", "failed"] as const) {
        const cells = before.filter(({ status }) => status === outcome);
        if (cells.length > 0) await doing(cells, () => send(cells, outcome, {}));
      }
      if (before.some(({ status }) => status !== "passed" && status !== "failed"))
        throw new ApiError(409, "settled", "A result can be taken back for 10 minutes. Record a new one instead.");
    };

    const record: Results["record"] = (wanted, outcome, details = {}) => {
      const book = latest.current!;
      const before = statesOf(book, wanted).filter(({ status }) => status !== "not_applicable");
      if (before.length === 0) {
        say(`This is marked N/A. ${hasKeys() ? "Press N to take" : "Take"} the mark away first.`);
        return false;
      }
      const after = before.map((cell) => ({ ...cell, status: cell.openIssues! > 0 ? "failed" : outcome }) as Restated);
      const at = Date.now();
      const sent = doing(after, () => send(before, outcome, details));
      const failed = undo.add(wordsOf(book, before, outcome), () => {
        sent.then((recorded) => takeBack(recorded, before, at)).catch(sayFailed);
      });
      sent.catch(failed);
      return true;
    };

    const mark = (marks: ReadonlyMap<string, readonly number[]>, shown: readonly Restated[]) => {
      const { platforms } = latest.current!;
      return doing(shown, () =>
        eachOf([...marks], async ([check, places]) => {
          const codes = places.map((place) => platforms[place]!.code);
          const answer = await put<Check>(`/checks/${check}/not-applicable`, { platforms: codes });
          return answer.platforms.map(({ status, open_issues }, platform) => ({
            check,
            platform,
            status,
            openIssues: open_issues,
          }));
        }),
      ).then((answers) => keep(answers.flat()));
    };

    const toggleNotApplicable: Results["toggleNotApplicable"] = (wanted) => {
      const book = latest.current!;
      const before = statesOf(book, wanted);
      const isOff = before.every(({ status }) => status === "not_applicable");
      const marksBefore = new Map<string, number[]>();
      const marksAfter = new Map<string, number[]>();
      for (const [id, places] of groupByCheck(wanted)) {
        const { statuses } = book.checks.find((check) => check.id === id)!;
        const marked = statuses.flatMap((status, place) => (status === "not_applicable" ? [place] : []));
        marksBefore.set(id, marked);
        const others = marked.filter((place) => !places.includes(place));
        marksAfter.set(id, isOff ? others : [...others, ...places]);
      }
      const after = before.map((cell) => ({ ...cell, status: isOff ? guess(cell) : "not_applicable" }) as Restated);
      const marked = mark(marksAfter, after);
      const failed = undo.add(`${describeCells(book, wanted)}: ${isOff ? "no longer N/A" : "N/A"}.`, () => {
        marked.then(() => mark(marksBefore, before)).catch(sayFailed);
      });
      marked.catch(failed);
    };
    return { record, toggleNotApplicable };
  }, [client, pending, undo]);
}

function wordsOf(book: Runbook, cells: readonly Restated[], outcome: Outcome): string {
  const where = describeCells(book, cells);
  const stillOpen = outcome === "passed" && cells.some(({ openIssues }) => openIssues! > 0);
  if (stillOpen) return `${where}: pass recorded. It reads failed until its open issue is fixed.`;
  return outcome === "passed" ? `${where}: passed.` : `${where}: failed.${keyHint(" Press I to raise an issue.")}`;
}

/** Until the server has said what it is. */
function guess({ openIssues }: Restated): Status {
  return openIssues! > 0 ? "failed" : "untested";
}

function statesOf(book: Runbook, cells: readonly Cell[]): Restated[] {
  const byId = new Map(book.checks.map((check) => [check.id, check]));
  return cells.flatMap(({ check, platform }) => {
    const found = byId.get(check);
    if (found === undefined) return [];
    return [{ check, platform, status: found.statuses[platform]!, openIssues: found.open_issues[platform]! }];
  });
}

function groupByCheck(cells: readonly Cell[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const { check, platform } of cells) groups.set(check, [...(groups.get(check) ?? []), platform]);
  return groups;
}

/** A few at a time; fails with the first that fails, once all have been tried. */
async function eachOf<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const settled: PromiseSettledResult<R>[] = [];
  for (let start = 0; start < items.length; start += AT_ONCE) {
    settled.push(...(await Promise.allSettled(items.slice(start, start + AT_ONCE).map(work))));
  }
  return settled.map((one) => {
    if (one.status === "rejected") throw one.reason;
    return one.value;
  });
}
