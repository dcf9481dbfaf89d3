// Editing rows of the grid in place: which one is edited, what saving it means, and how rows are moved.
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { RowEditing } from "./check-row.tsx";
import type { Edits, Spot } from "./edits.ts";
import type { Unsaved } from "./inline-title.tsx";
import type { Row } from "./rows.ts";
import { latestRunbook, type Runbook } from "./runbook-data.ts";
import { say, sayFailed } from "./undo-stack.ts";
import type { Cursor } from "./use-cursor.ts";

export interface Editor {
  editing: RowEditing | null;
  rename(): void;
  add(row: Row): void;
  /** To a spot for a check, to a place among the sections for a section. */
  move(key: string, to: Spot | number): void;
  /** One step up or down, from one section into the next. */
  step(row: Row, by: 1 | -1): void;
  remove(row: Row): void;
  isTaken(title: string): boolean;
}

interface Given {
  runbook: Runbook;
  rows: readonly Row[];
  cursor: Cursor;
  edits: Edits;
  focusGrid(): void;
}

/** Whoever saved this long ago may be at something else. */
const SOON_MS = 2_000;

export function useRowEditing({ runbook, rows, cursor, edits, focusGrid }: Given): Editor {
  const client = useQueryClient();
  // Keys come faster than the page is drawn: each step begins where the one before has led.
  const latest = () => latestRunbook(client, runbook.app.id);
  const [key, setKey] = useState<string | null>(null);
  const [unsaved, setUnsaved] = useState<ReadonlyMap<string, Unsaved>>(new Map());
  const titles = useMemo(() => new Set(runbook.checks.map(({ title }) => title.toLowerCase())), [runbook]);
  const sectionTitles = useMemo(() => new Set(runbook.sections.map(({ title }) => title.toLowerCase())), [runbook]);
  const isTaken = (title: string) => titles.has(title.toLowerCase());

  const editedRow = rows.find((row) => row.key === key);
  const done = (again: boolean) => {
    setKey(null);
    if (again) focusGrid();
  };
  /** A new section wants checks. */
  const addTo = (section: string) => {
    setKey(`add ${section}`);
    cursor.moveToKey(`add ${section}`);
  };
  const save = (row: Row, title: string, again: boolean) => {
    const putBack = keepUnsaved(row.key, title);
    if (row.kind === "check") edits.renameCheck(row.check, title).catch(putBack);
    else if (row.kind === "section") edits.renameSection(row.section, title).catch(putBack);
    else if (row.kind === "add-check") {
      edits.addCheck(row.section, title).catch(putBack);
      // The field stays for the next one, until it is left or empty.
      if (again) return;
    } else edits.addSection(title).then(addTo, putBack);
    done(again);
  };
  /** Gives what to call if the title could not be saved: its field comes back with it, or has it when it is next opened. */
  const keepUnsaved = (of: string, title: string) => {
    const at = Date.now();
    setUnsaved((before) => without(before, of));
    return (error: Error) => {
      sayFailed(error);
      setUnsaved((before) => new Map(before).set(of, { title, reason: error.message }));
      if (Date.now() - at < SOON_MS && isIdle()) setKey((now) => now ?? of);
    };
  };
  const editing: RowEditing | null =
    editedRow === undefined
      ? null
      : {
          key: editedRow.key,
          unsaved: unsaved.get(editedRow.key) ?? null,
          isTaken: (title) =>
            editedRow.kind === "section" || editedRow.kind === "add-section"
              ? sectionTitles.has(title.toLowerCase())
              : isTaken(title),
          save: (title, again) => save(editedRow, title, again),
          cancel: () => {
            setUnsaved((before) => without(before, editedRow.key));
            done(true);
          },
        };

  const spotOf = (id: string): Spot => {
    const { checks } = latest();
    const { section } = checks.find((check) => check.id === id)!;
    const siblings = checks.filter((check) => check.section === section);
    return { section, position: siblings.findIndex((check) => check.id === id) };
  };
  const move: Editor["move"] = (of, to) => {
    const { sections, checks } = latest();
    const section = sections.findIndex(({ id }) => id === of);
    if (typeof to === "number") {
      if (section >= 0 && to !== section) edits.moveSection(sections[section]!, section, to);
      return;
    }
    const check = checks.find(({ id }) => id === of);
    if (check === undefined) return;
    const from = spotOf(of);
    if (from.section !== to.section || from.position !== to.position) edits.moveCheck(check, from, to);
    cursor.moveToKey(of);
  };
  const step: Editor["step"] = (row, by) => {
    const { sections, checks } = latest();
    if (row.kind === "section") {
      const to = sections.findIndex(({ id }) => id === row.key) + by;
      if (to >= 0 && to < sections.length) move(row.key, to);
    } else if (row.kind === "check") {
      const { section, position } = spotOf(row.key);
      const size = checks.filter((check) => check.section === section).length;
      const next = sections[sections.findIndex(({ id }) => id === section) + by];
      if (position + by >= 0 && position + by < size) move(row.key, { section, position: position + by });
      else if (next !== undefined) {
        const end = by === 1 ? 0 : checks.filter((check) => check.section === next.id).length;
        move(row.key, { section: next.id, position: end });
      }
    }
  };
  const remove: Editor["remove"] = (row) => {
    if (row.kind !== "section") return;
    const hasChecks = runbook.checks.some(({ section }) => section === row.key);
    if (hasChecks) say("Only an empty section can be deleted. Move its checks, or archive them, first.");
    else
      edits.deleteSection(
        row.section,
        runbook.sections.findIndex(({ id }) => id === row.key),
      );
  };
  const rename = () => {
    if (cursor.row?.kind === "check" || cursor.row?.kind === "section") setKey(cursor.row.key);
  };
  const add = (row: Row) => {
    if (row.kind === "add-check" || row.kind === "add-section") setKey(row.key);
  };
  return { editing, rename, add, move, step, remove, isTaken };
}

function without<T>(map: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> {
  return new Map([...map].filter(([own]) => own !== key));
}

/** Nothing else is being written. */
function isIdle(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || activeElement?.role === "grid";
}
