// Edits of the runbook itself, as an admin makes them in place: shown at once, kept until they are saved, with a way back.
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import {
  type ArchivedRows,
  type CheckPosition,
  isNew,
  type NewCheck,
  newKey,
  type TextOf,
  type Unsaved,
} from "../../../api/unsaved-change.ts";
import { changeUnsaved, keepChange, unsavedChanges } from "../../../api/unsaved-store.ts";
import { nameOf, withdraw } from "../../../unsaved/sender.ts";
import { countOf, shortened } from "../data/cell-text.ts";
import { namedPosition, positionOf } from "../data/check-positions.ts";
import type { Runbook, RunbookCheck, RunbookSection } from "../data/runbook.ts";
import { latestRunbook } from "../data/runbook-data.ts";
import type { UndoStack } from "../data/undo-stack.ts";
import { addChecks } from "./add-checks.ts";
import { forgetArchived, noteArchived, restoreChecks } from "./archived-on-page.ts";
import { addedText, dropNew, rewriteNew } from "./new-checks.ts";
import type { TypedCheck } from "./parse-pasted.ts";
import { isTooLong } from "./too-long-checks.ts";

export type { CheckPosition };

export interface Edits {
  /** `base` is the title that the writer began with. */
  renameCheck(check: RunbookCheck, title: string, base: string): void;
  renameSection(section: RunbookSection, title: string, base: string): void;
  setInstructions(check: RunbookCheck, base: string, text: string): void;
  /**
   * Gives their keys. Of those that are too long nothing is sent: they stand in their rows until they are shortened. `hint`
   * is said beside how many they are.
   */
  addChecks(checks: readonly TypedCheck[], to: CheckPosition, hint?: string): string[];
  duplicate(checks: readonly RunbookCheck[]): string[];
  addSection(title: string): string;
  moveChecks(checks: readonly RunbookCheck[], to: CheckPosition): void;
  moveSection(section: RunbookSection, from: number, to: number): void;
  /** Hidden at once; sent when nobody wanted them back. `onUndo` is called when they are. */
  archive(checks: readonly RunbookCheck[], onUndo: () => void): void;
  deleteSection(section: RunbookSection): void;
}

/** As long as the toast with the undo is shown, and a little more. */
const HOLD_MS = 6_500;

export function useEdits(app: string, undo: UndoStack): Edits {
  const client = useQueryClient();
  return useMemo(() => editsOf(client, app, undo), [client, app, undo]);
}

interface TextEdit {
  from: string;
  to: string;
  isUndo?: boolean;
}

function editsOf(client: QueryClient, app: string, undo: UndoStack): Edits {
  const latest = () => latestRunbook(client, app);
  const keep = (words: string, change: Unsaved["change"], fields?: Parameters<typeof keepChange>[3]) =>
    keepChange(app, words, change, fields).id;

  /** The changes that the server has to take for it. */
  const write = (target: TextOf, words: string, { from: base, to: text, isUndo = false }: TextEdit): string[] => {
    if (isNew(target.id) && rewriteNew(target.id, { [target.field]: text })) return [];
    const known = unsavedChanges().findLast(
      ({ change }) => change.kind === "text" && change.id === target.id && change.field === target.field,
    );
    const begin = (from: string) => [
      keep(words, { kind: "text", ...target, base: from, text, ...(isUndo && { isUndo }) }),
    ];
    if (known?.change.kind !== "text") return begin(base);
    // What the server may have by now is what this one begins with.
    if (known.isSent) return begin(known.change.text);
    if (text === known.change.base) {
      withdraw(known.id);
      return [];
    }
    changeUnsaved(known.id, { words, change: { ...known.change, text }, state: "waiting", reason: null });
    return [known.id];
  };
  const rename = (of: "check" | "section", id: string, base: string, title: string) => {
    const target = { of, id, field: "title" } as const;
    const set = (from: string, to: string, isUndo = false) =>
      write({ ...target, id: nameOf(id) }, `Renamed to ${shortened(to)}`, { from, to, isUndo });
    set(base, title);
    undo.add(
      `Renamed to ${shortened(title)}.`,
      () => set(title, base, true),
      () => void set(base, title),
    );
  };
  const removeSection = (section: string, title: string) => {
    noteArchived([section]);
    return keep(`Section ${shortened(title)} deleted`, { kind: "delete-section", section });
  };
  /** Takes the deleting back, or has the section restored. */
  const restoreSection = (deleting: string, section: string, title: string) => {
    forgetArchived([section]);
    if (withdraw(deleting)) return [];
    return [keep(`Section ${shortened(title)} restored`, { kind: "restore-section", section })];
  };

  const move = (words: string, checks: readonly string[], to: CheckPosition) =>
    keep(words, { kind: "move", checks: [...checks], ...to });

  return {
    renameCheck: ({ id }, title, base) => rename("check", id, base, title),
    renameSection: ({ id }, title, base) => rename("section", id, base, title),
    setInstructions({ id, title }, base, text) {
      const set = (from: string, to: string, isUndo = false) =>
        write({ of: "check", id, field: "instructions" }, `Instructions of ${shortened(title)}`, { from, to, isUndo });
      set(base, text);
      undo.add(
        "Instructions saved.",
        () => set(text, base, true),
        () => void set(base, text),
      );
    },
    addChecks: (checks, to, hint) => addChecks(app, undo, latest, { checks, to, done: addedText(checks), hint }),
    duplicate(checks) {
      const last = checks.at(-1)!;
      const copies = checks.map(({ id, title }) => ({ title: copyTitle(title), copyOf: id }));
      const what = checks.length === 1 ? shortened(last.title) : countOf(checks.length, "check");
      const to = { section: last.section, after: last.id };
      return addChecks(app, undo, latest, { checks: copies, to, done: `${what} duplicated` });
    },
    addSection(title) {
      const key = newKey();
      const add = () => keep(`Section ${shortened(title)} added`, { kind: "section", key, title });
      let id = add();
      let deleting: string | null = null;
      undo.add(
        `${shortened(title)} added.`,
        () => {
          deleting = withdraw(id) ? null : removeSection(nameOf(key), title);
          return deleting === null ? [] : [deleting];
        },
        () => {
          if (deleting === null) id = add();
          else restoreSection(deleting, nameOf(key), title);
        },
      );
      return key;
    },
    moveChecks(checks, to) {
      const from = checks.map(({ id }) => ({ id, spot: positionOf(latest(), id) }));
      const ids = checks.map(({ id }) => id);
      const what = checks.length === 1 ? shortened(checks[0]!.title) : countOf(checks.length, "check");
      const go = () => move(`${what} moved`, ids, to);
      let id = go();
      undo.add(
        `${what} moved.`,
        () => {
          if (withdraw(id)) return [];
          return from.map(({ id: one, spot }) => move(`${what} moved back`, [nameOf(one)], spot));
        },
        () => {
          id = go();
        },
      );
    },
    moveSection({ id: section, title }, from, to) {
      const words = `${shortened(title)} moved`;
      const go = (position: number) => keep(words, { kind: "move-section", section, position });
      let id = go(to);
      undo.add(
        `${words}.`,
        () => (withdraw(id) ? [] : [go(from)]),
        () => {
          id = go(to);
        },
      );
    },
    archive(checks, onUndo) {
      const what = checks.length === 1 ? shortened(checks[0]!.title) : countOf(checks.length, "check");
      /** Checks that the server never had, so they can be restored only from here. */
      let dropped: { check: NewCheck; spot: CheckPosition }[] = [];
      let stood: ArchivedRows | undefined;
      const go = () => {
        const book = latest();
        dropped = [];
        const known = checks
          .map(({ id }) => nameOf(id))
          .filter((id) => {
            const check = dropNew(id);
            if (check !== undefined) dropped.push({ check, spot: positionOf(book, id) });
            return check === undefined;
          });
        stood = rowsOf(book, known);
        noteArchived(known);
        if (known.length === 0) return null;
        return keep(`${what} archived`, { kind: "archive", checks: known }, { notBefore: Date.now() + HOLD_MS });
      };
      let id = go();
      const their = checks.length === 1 ? "Its" : "Their";
      undo.add(
        `${what} archived.`,
        () => {
          const ids = checks.map((check) => nameOf(check.id));
          forgetArchived(ids);
          onUndo();
          for (const { check, spot } of dropped) {
            keep(addedText([check]), { kind: "checks", ...namedPosition(spot), checks: [check] });
          }
          if (id === null || withdraw(id)) return [];
          const sent = ids.filter((one) => !isNew(one));
          return restoreChecks(app, `${what} restored`, sent, stood);
        },
        () => {
          id = go();
        },
        { hint: ` ${their} issues and results are kept.` },
      );
    },
    deleteSection({ id: section, title }) {
      // A section whose checks wait to be archived is empty only once they are.
      for (const { id, change, notBefore } of unsavedChanges()) {
        if (change.kind === "archive" && notBefore > 0) changeUnsaved(id, { notBefore: 0 });
      }
      let id = removeSection(section, title);
      undo.add(
        `${shortened(title)} deleted.`,
        () => restoreSection(id, nameOf(section), title),
        () => {
          id = removeSection(nameOf(section), title);
        },
      );
    },
  };
}

/** Rows of checks with their places in a runbook. */
function rowsOf(book: Runbook, ids: readonly string[]): ArchivedRows {
  const rows = ids.flatMap((id) => {
    const check = book.checks.find((one) => one.id === id);
    return check === undefined ? [] : [{ check, after: positionOf(book, id).after ?? null }];
  });
  return { ...(book.cycle && { cycle: book.cycle.id }), rows };
}

function copyTitle(title: string): string {
  const copy = `${title} (copy)`;
  return isTooLong({ title: copy }) ? title : copy;
}
