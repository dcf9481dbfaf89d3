// Recording results and N/A marks: shown at once, kept until they are saved, and taken back when somebody wants that.

import { createElement, useMemo, useRef } from "react";
import { MAX_PLATFORMS, MAX_RECORDED, TAKE_BACK_MINUTES, TAKE_BACK_MS } from "../../../../../src/wire/limits.ts";
import type { Status } from "../../../api/types.ts";
import { type CodedCell, isNew, type Marks, newKey, type Outcome } from "../../../api/unsaved-change.ts";
import { findUnsaved, keepChange } from "../../../api/unsaved-store.ts";
import { hasKeyboard, keyHint } from "../../../interaction/has-keyboard.ts";
import { keepResultFiles } from "../../../unsaved/result-files.ts";
import { savedOf, withdraw } from "../../../unsaved/sender.ts";
import { describeCells } from "../data/cell-text.ts";
import type { Cell, Runbook } from "../data/runbook.ts";
import { EVERYWHERE, runbookSearchOf } from "../data/runbook-address.ts";
import { NO_FILTER } from "../data/runbook-filter.ts";
import { say, sayFailed, type UndoStack } from "../data/undo-stack.ts";
import { RaiseIssueButton } from "./raise-issue-button.tsx";

export type { Outcome };

/** What goes with a result: files belong to the first one of several. */
export interface Details {
  note?: string;
  files?: readonly File[];
}

export interface Results {
  /** False when there was nothing to record on. */
  record(cells: readonly Cell[], outcome: Outcome, details?: Details): boolean;
  /** Marks the cells N/A, or takes the mark from them when all have it. */
  toggleNotApplicable(cells: readonly Cell[]): void;
}

/** Half a minute less than the server allows: the request takes time, and clocks differ. */
const UNDO_WITHIN_MS = TAKE_BACK_MS - 30_000;
/** Checks of one request: so many that it has no more results than it may, on however many platforms. */
const MAX_CHECKS = MAX_RECORDED / MAX_PLATFORMS;

/** A cell with its present state. */
interface State extends CodedCell {
  status: Status;
  openIssues: number;
}

export function useResults(runbook: Runbook, undo: UndoStack, onRaise: (cells: Cell[]) => void): Results {
  const latest = useRef(runbook);
  latest.current = runbook;
  return useMemo(() => {
    const keep = (cells: readonly State[], outcome: Outcome, { note, files = [] }: Details) =>
      inParts(cells).map((part) => {
        const { app, cycle } = latest.current;
        const words = `${whereOf(latest.current, part)}: ${outcome}${cycle === undefined ? "" : ` in ${cycle.name}`}`;
        const coded = part.map(({ check, platform, status }) => ({ check, platform, was: status }));
        const key = files.length === 0 ? undefined : newKey();
        const { id } = keepChange(app.id, words, {
          kind: "results",
          cells: coded,
          outcome,
          ...(note === undefined ? {} : { note }),
          ...inCycle(latest.current),
          ...(key === undefined ? {} : { key }),
        });
        if (key !== undefined) keepResultFiles(app.id, key, words, files);
        return { id, words, before: part };
      });

    /** The changes that undo it; null when it is too late, which was said. */
    const takeBack = (kept: ReturnType<typeof keep>, at: number): string[] | null => {
      // What was let go is gone already.
      const late = kept.filter(({ id }) => !withdraw(id) && (savedOf(id) ?? findUnsaved(id)) !== undefined);
      if (Date.now() - at > UNDO_WITHIN_MS) return recordBefore(late.flatMap(({ before }) => before));
      return late.map(({ id, words, before }) => {
        const results = savedOf(id)?.results ?? null;
        const change = { kind: "take-back" as const, of: id, results, before: [...before], ...inCycle(latest.current) };
        return keepChange(latest.current.app.id, `Undone: ${words}`, change).id;
      });
    };
    /** Too late to take back: what stood before is recorded anew where a result can say it. */
    const recordBefore = (before: readonly State[]): string[] | null => {
      const kept = (["passed", "failed"] as const).flatMap((outcome) => {
        const cells = before.filter(({ status }) => status === outcome);
        return cells.length === 0 ? [] : keep(cells, outcome, {});
      });
      if (before.every(({ status }) => status === "passed" || status === "failed")) return kept.map(({ id }) => id);
      sayFailed(
        new Error(`Can't undo: a result can be taken back for ${TAKE_BACK_MINUTES} minutes. Record a new one instead.`),
      );
      return null;
    };

    const record: Results["record"] = (wanted, outcome, details = {}) => {
      const book = latest.current;
      const before = statesOf(book, wanted).filter(({ status }) => status !== "not_applicable");
      if (before.length === 0) {
        say(`This is marked N/A. ${hasKeyboard() ? "Press N to remove" : "Remove"} the mark first.`);
        return false;
      }
      const at = Date.now();
      const kept = keep(before, outcome, details);
      const isStillFailed = outcome === "passed" && before.some(({ openIssues }) => openIssues > 0);
      undo.add(
        `${whereOf(book, before)}: ${isStillFailed ? "pass recorded" : outcome}.`,
        () => takeBack(kept, at),
        () => void record(wanted, outcome, details),
        { ...linkTo(book, before), hint: hintAfter(before, outcome), action: raiseAfter(book, before, outcome) },
      );
      return true;
    };

    /** Where there are no keys to name, the message has the way to an issue itself. */
    const raiseAfter = (book: Runbook, cells: readonly State[], outcome: Outcome) => {
      const { link } = linkTo(book, cells);
      if (outcome !== "failed" || link === undefined || hasKeyboard()) return null;
      return createElement(RaiseIssueButton, { cells: placesOf(book, cells), href: link.href, onRaise });
    };

    const toggleNotApplicable: Results["toggleNotApplicable"] = (wanted) => {
      const book = latest.current;
      const before = statesOf(book, wanted);
      if (before.length === 0) return;
      const isOff = before.every(({ status }) => status === "not_applicable");
      const marks: Marks[] = [];
      for (const [check, cells] of byCheck(before)) {
        // What is marked already stays marked when this is taken back.
        const others = cells.filter(({ status }) => isOff || status !== "not_applicable");
        const codes = others.map(({ platform }) => platform);
        marks.push({ check, on: isOff ? [] : codes, off: isOff ? codes : [] });
      }
      const words = `${describeCells(book, wanted)}: ${isOff ? "no longer N/A" : "N/A"}.`;
      const { id } = keepChange(book.app.id, words.slice(0, -1), { kind: "marks", marks });
      undo.add(
        words,
        () => {
          if (withdraw(id)) return [];
          const opposite = marks.map(({ check, on, off }) => ({ check, on: off, off: on }));
          return [keepChange(book.app.id, `Undone: ${words.slice(0, -1)}`, { kind: "marks", marks: opposite }).id];
        },
        () => toggleNotApplicable(wanted),
        linkTo(book, before),
      );
    };
    return { record, toggleNotApplicable };
  }, [undo, onRaise]);
}

/** The way back to the cell, for whoever went on; none where it was about several checks. */
function linkTo(
  { app, cycle }: Runbook,
  [first, ...others]: readonly State[],
): { link?: { text: string; href: string } } {
  if (first === undefined || isNew(first.check) || others.some(({ check }) => check !== first.check)) return {};
  const on = others.length === 0 ? first.platform : EVERYWHERE;
  const place = { at: first.check, on, opened: null, top: null };
  const href = `/apps/${app.id}${runbookSearchOf(cycle?.id ?? null, NO_FILTER, place)}`;
  return { link: { text: "Show it", href } };
}

function inCycle({ cycle }: Runbook): { cycle?: string } {
  return cycle === undefined ? {} : { cycle: cycle.id };
}

function whereOf(book: Runbook, cells: readonly State[]): string {
  return describeCells(book, placesOf(book, cells));
}

function placesOf({ platforms }: Runbook, cells: readonly State[]): Cell[] {
  const places = new Map(platforms.map(({ code }, place) => [code, place]));
  return cells.map(({ check, platform }) => ({ check, platform: places.get(platform)! }));
}

function hintAfter(cells: readonly State[], outcome: Outcome): string {
  if (outcome === "failed") return keyHint(" Press I to raise an issue.");
  const open = cells.filter(({ openIssues }) => openIssues > 0).length;
  if (open === 0) return "";
  if (cells.length === 1) return " It reads failed until its open issue is fixed.";
  const which = open === cells.length ? "They read" : open === 1 ? "1 of them reads" : `${open} of them read`;
  return ` ${which} failed until all open issues are fixed.`;
}

function statesOf({ checks, platforms }: Runbook, cells: readonly Cell[]): State[] {
  const byId = new Map(checks.map((check) => [check.id, check]));
  return cells.flatMap(({ check, platform }) => {
    const found = byId.get(check);
    if (found === undefined) return [];
    const status = found.statuses[platform];
    // Without a status the cell is not in the cycle.
    if (status == null) return [];
    return [{ check, platform: platforms[platform]!.code, status, openIssues: found.open_issues[platform]! }];
  });
}

/** Splits cells so that each part fits in one request. */
function inParts(cells: readonly State[]): State[][] {
  const groups = [...byCheck(cells).values()];
  const parts: State[][] = [];
  for (let start = 0; start < groups.length; start += MAX_CHECKS) {
    parts.push(groups.slice(start, start + MAX_CHECKS).flat());
  }
  return parts;
}

function byCheck(cells: readonly State[]): Map<string, State[]> {
  const groups = new Map<string, State[]>();
  for (const cell of cells) groups.set(cell.check, [...(groups.get(cell.check) ?? []), cell]);
  return groups;
}
