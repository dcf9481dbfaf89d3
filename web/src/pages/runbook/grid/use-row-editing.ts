// Editing rows of the grid in place: which one is edited, what saving it means, and how rows are added, moved and removed.
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { isNew } from "../../../api/unsaved-change.ts";
import { nameOf } from "../../../unsaved/sender.ts";
import { useReturnToRestored } from "../archived/return-to-restored.ts";
import type { Copied } from "../copy/copy-runbook.ts";
import { besideOthers, isSame, oneStep, positionOf } from "../data/check-positions.ts";
import type { Runbook, RunbookCheck } from "../data/runbook.ts";
import { latestRunbook } from "../data/runbook-data.ts";
import { INSERTION, type Row, titleDraft } from "../data/runbook-rows.ts";
import { say, sayFailed } from "../data/undo-stack.ts";
import type { Cursor } from "../data/use-cursor.ts";
import { leftOutText, type Pasted, type PastedCheck } from "../editing/parse-pasted.ts";
import type { CheckPosition, Edits } from "../editing/runbook-edits.ts";
import { tooLongChecksText } from "../editing/too-long-checks.ts";
import type { RowEditing } from "./check-row.tsx";
import type { Leaving } from "./inline-title.tsx";

export interface Editor {
  editing: RowEditing | null;
  rename(): void;
  add(row: Row): void;
  /** Opens a field for a check above or below the one that one is at. */
  insert(where: "above" | "below"): void;
  /** Adds what was pasted at the place one is at. */
  paste(pasted: Pasted): void;
  duplicate(): void;
  /** The section or the checks that one is at, into another app or section. */
  copy(): void;
  /** Moves a check, with the others that are chosen, to a position; a section to an index. */
  move(key: string, to: CheckPosition | number): void;
  /** One step up or down, from one section into the next. */
  step(row: Row, by: 1 | -1): void;
  remove(row: Row): void;
  /** Archives checks; undoing it leads back to the one of them that the cursor was on. */
  archive(checks: readonly RunbookCheck[], at: string): void;
  isTaken(title: string): boolean;
}

interface Given {
  runbook: Runbook;
  rows: readonly Row[];
  cursor: Cursor;
  edits: Edits;
  insertion: CheckPosition | null;
  setInsertion(spot: CheckPosition | null): void;
  focusGrid(): void;
  onCopy(what: Copied): void;
}

export function useRowEditing(given: Given): Editor {
  const { runbook, rows, cursor, edits, insertion, setInsertion, focusGrid, onCopy } = given;
  const client = useQueryClient();
  // Keys come faster than the page is drawn: each step begins where the one before has led.
  const latest = () => latestRunbook(client, runbook.app.id);
  const [edited, setEdited] = useState<string | null>(null);
  const returnTo = useReturnToRestored(rows, cursor);
  const titles = useMemo(() => new Set(runbook.checks.map(({ title }) => title.toLowerCase())), [runbook]);
  const sectionTitles = useMemo(() => new Set(runbook.sections.map(({ title }) => title.toLowerCase())), [runbook]);
  const isTaken = (title: string) => titles.has(title.toLowerCase());

  const key = insertion !== null ? INSERTION : edited === null ? null : nameOf(edited);
  const editedRow = key === null ? undefined : rows.find((row) => row.key === key);
  const close = () => {
    setEdited(null);
    setInsertion(null);
  };
  const insertAfter = (spot: CheckPosition) => {
    setEdited(null);
    setInsertion(spot);
    cursor.moveToKey(INSERTION);
  };
  const spotOfRow = (row: Extract<Row, { kind: "add-check" }>): CheckPosition =>
    row.after === undefined ? { section: row.section.id } : { section: row.section.id, after: row.after };

  const save = (row: Row, title: string, leaving: Leaving, base: string) => {
    if (row.kind === "check") {
      edits.renameCheck(row.check, title, base);
      if (leaving === "below") return insertAfter({ section: row.check.section, after: row.key });
    } else if (row.kind === "section") edits.renameSection(row.section, title, base);
    else if (row.kind === "add-check") {
      const [added] = edits.addChecks([{ title }], spotOfRow(row));
      // The field stays for the next one, until it is left or empty.
      if (leaving !== "away") {
        if (row.after !== undefined) setInsertion({ section: row.section.id, after: added! });
        return;
      }
    } else {
      // A new section wants checks.
      const section = edits.addSection(title);
      setEdited(`add ${section}`);
      cursor.moveToKey(`add ${section}`);
      return;
    }
    close();
    if (leaving !== "away") focusGrid();
  };
  const addPasted = (checks: PastedCheck[], to: CheckPosition, hint: string): string[] => {
    const added = edits.addChecks(
      checks.map(({ line: _, ...check }) => check),
      to,
      hint,
    );
    const problem = tooLongChecksText(checks);
    if (problem !== null) sayFailed(new Error(problem));
    return added;
  };
  const pasteInto = (row: Row, pasted: Pasted, base: string) => {
    const { checks } = pasted;
    const [first, ...others] = checks;
    const hint = leftOutText(pasted);
    if (row.kind === "add-check") {
      const last = addPasted(checks, spotOfRow(row), hint).at(-1)!;
      if (row.after !== undefined) setInsertion({ section: row.section.id, after: last });
    } else if (row.kind === "check") {
      edits.renameCheck(row.check, first!.title, base);
      // If the check has other instructions, both are shown.
      if (first!.instructions !== undefined) edits.setInstructions(row.check, "", first!.instructions);
      if (others.length > 0) addPasted(others, { section: row.check.section, after: row.key }, hint);
      else if (hint !== "") say(hint.trim());
      close();
      focusGrid();
    }
  };
  const editing: RowEditing | null =
    editedRow === undefined
      ? null
      : {
          key: editedRow.key,
          draft: "draft" in editedRow ? editedRow.draft : titleDraft(editedRow.key),
          isTaken: (title) =>
            editedRow.kind === "section" || editedRow.kind === "add-section"
              ? sectionTitles.has(title.toLowerCase())
              : isTaken(title),
          save: (title, leaving, base) => save(editedRow, title, leaving, base),
          paste:
            editedRow.kind === "check" || editedRow.kind === "add-check"
              ? (pasted, base) => pasteInto(editedRow, pasted, base)
              : undefined,
          cancel: () => {
            close();
            focusGrid();
          },
        };

  /** The chosen checks, or the one that one is at; in runbook order. */
  const checksHere = (): RunbookCheck[] => {
    const ids = new Set(cursor.cells.map(({ check }) => check));
    return latest().checks.filter(({ id }) => ids.has(id));
  };
  const moveTogether = (checks: readonly RunbookCheck[], to: CheckPosition) => {
    edits.moveChecks(checks, to);
    cursor.moveToKey(cursor.row?.kind === "check" ? cursor.row.key : checks[0]!.id);
  };
  const move: Editor["move"] = (of, to) => {
    const { sections } = latest();
    if (typeof to === "number") {
      const from = sections.findIndex(({ id }) => id === of);
      if (from >= 0 && to !== from) edits.moveSection(sections[from]!, from, to);
      return;
    }
    const chosen = cursor.chosen.size > 0 ? checksHere() : [];
    const checks = chosen.some(({ id }) => id === of) ? chosen : latest().checks.filter(({ id }) => id === of);
    const [first] = checks;
    if (first === undefined || (checks.length === 1 && isSame(positionOf(latest(), first.id), to))) return;
    moveTogether(checks, besideOthers(latest(), checks, to));
    cursor.moveToKey(of);
  };
  const step: Editor["step"] = (row, by) => {
    const { sections } = latest();
    if (row.kind === "section") {
      const to = sections.findIndex(({ id }) => id === row.key) + by;
      if (to >= 0 && to < sections.length) move(row.key, to);
      return;
    }
    const checks = checksHere();
    const to = row.kind === "check" ? oneStep(latest(), checks, by) : null;
    if (to !== null) moveTogether(checks, to);
  };
  const archive: Editor["archive"] = (checks, at) => edits.archive(checks, () => returnTo(at));
  const remove: Editor["remove"] = (row) => {
    if (row.kind === "check") {
      const checks = checksHere();
      if (checks.length > 0) archive(checks, row.key);
      // However many go: one goes on with the row behind the one that one was at.
      const gone = new Set(checks.map(({ id }) => id));
      const next = rows.slice(cursor.index).find((one) => !gone.has(one.key));
      if (next !== undefined) cursor.moveToKey(next.key);
      cursor.clearChosen();
    } else if (row.kind === "section") {
      const hasChecks = runbook.checks.some(({ section }) => section === row.key);
      if (hasChecks) say("Only an empty section can be deleted. Move its checks, or archive them, first.");
      else edits.deleteSection(row.section);
    }
  };
  const rename = () => {
    const { row } = cursor;
    if (row?.kind !== "check" && row?.kind !== "section") return;
    setInsertion(null);
    setEdited(row.key);
  };
  const add = (row: Row) => {
    if (row.kind !== "add-check" && row.kind !== "add-section") return;
    if (row.key === INSERTION) return;
    setInsertion(null);
    setEdited(row.key);
  };
  /** The position behind the row that the cursor is on. */
  const spotHere = (): CheckPosition | null => {
    const { row } = cursor;
    if (row?.kind === "check") return { section: row.check.section, after: row.key };
    if (row?.kind === "section") return { section: row.key, after: null };
    return row?.kind === "add-check" ? spotOfRow(row) : null;
  };
  const insert: Editor["insert"] = (where) => {
    const { row } = cursor;
    if (row?.kind === "check" && where === "above") return insertAfter(positionOf(latest(), row.key));
    const spot = spotHere();
    if (row !== undefined && spot?.after === undefined) add(row);
    else if (spot !== null) insertAfter(spot);
  };
  const paste: Editor["paste"] = (pasted) => {
    const spot = spotHere();
    const hint = leftOutText(pasted);
    if (pasted.checks.length > 0 && spot !== null) cursor.moveToKey(addPasted(pasted.checks, spot, hint).at(-1)!);
    else if (hint !== "") say(`Nothing was added.${hint}`);
  };
  const duplicate = () => {
    const checks = checksHere();
    if (checks.length === 0) return say("Choose a check first: there is none to duplicate here.");
    cursor.clearChosen();
    cursor.moveToKey(edits.duplicate(checks)[0]!);
  };
  const copy = () => {
    const { row, chosen } = cursor;
    const isSection = row?.kind === "section" && chosen.size === 0;
    const ids = isSection ? [row.key] : checksHere().map(({ id }) => id);
    if (ids.length === 0) say("Choose a check or a section first: there is none to copy here.");
    else if (ids.some(isNew)) say("This is not saved yet: it can be copied once it is.");
    else onCopy({ kind: isSection ? "sections" : "checks", ids });
  };
  return { editing, rename, add, insert, paste, duplicate, copy, move, step, remove, archive, isTaken };
}
