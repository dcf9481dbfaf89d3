// Edits of the runbook itself, as an admin makes them in place: shown at once, kept until they are saved, with a way back.
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { isNew, type NewCheck, newKey, type Spot, type TextOf, type Unsaved } from "../../unsaved/change.ts";
import { nameOf, withdraw } from "../../unsaved/sender.ts";
import { changeUnsaved, findUnsaved, keepChange, unsavedChanges } from "../../unsaved/unsaved-store.ts";
import { countOf, shortened } from "./cell-words.ts";
import { addedWords, dropNew, partsOf, rewriteNew } from "./new-checks.ts";
import type { TypedCheck } from "./parse-pasted.ts";
import { latestRunbook, type RunbookCheck, type RunbookSection } from "./runbook-data.ts";
import { spotOf } from "./spots.ts";
import { isTooLong, tooLong } from "./too-long.ts";
import type { UndoStack } from "./undo-stack.ts";

export type { Spot };

export interface Edits {
  /** `base` is the title that the writer began with. */
  renameCheck(check: RunbookCheck, title: string, base: string): void;
  renameSection(section: RunbookSection, title: string, base: string): void;
  setInstructions(check: RunbookCheck, base: string, text: string): void;
  /** Gives their keys. Of those that are too long nothing is sent: they stand in their rows until they are shortened. */
  addChecks(checks: readonly TypedCheck[], to: Spot): string[];
  duplicate(checks: readonly RunbookCheck[]): string[];
  addSection(title: string): string;
  moveChecks(checks: readonly RunbookCheck[], to: Spot): void;
  moveSection(section: RunbookSection, from: number, to: number): void;
  /** Hidden at once; sent when nobody wanted them back. */
  archive(checks: readonly RunbookCheck[]): void;
  deleteSection(section: RunbookSection): void;
}

/** Checks that were archived from this page: whoever does that goes on with the next. */
const archived = new Set<string>();

export function isArchivedHere(id: string): boolean {
  return archived.has(id) || isNew(id);
}

/** As long as the toast with the undo stays, and a little. */
const HOLD_MS = 6_500;
/** The server restores them one by one: after a failure no more than these are asked for again. */
const MAX_RESTORED = 50;

export function useEdits(app: string, undo: UndoStack): Edits {
  const client = useQueryClient();
  return useMemo(() => editsOf(client, app, undo), [client, app, undo]);
}

function editsOf(client: QueryClient, app: string, undo: UndoStack): Edits {
  const latest = () => latestRunbook(client, app);
  const keep = (words: string, change: Unsaved["change"], fields?: Parameters<typeof keepChange>[3]) =>
    keepChange(app, words, change, fields).id;

  const write = (target: TextOf, words: string, base: string, text: string) => {
    if (isNew(target.id) && rewriteNew(target.id, { [target.field]: text })) return;
    const known = unsavedChanges().findLast(
      ({ change }) => change.kind === "text" && change.id === target.id && change.field === target.field,
    );
    if (known?.change.kind !== "text") keep(words, { kind: "text", ...target, base, text });
    // What the server may have by now is what this one begins with.
    else if (known.isSent) keep(words, { kind: "text", ...target, base: known.change.text, text });
    else if (text === known.change.base) withdraw(known.id);
    else changeUnsaved(known.id, { words, change: { ...known.change, text }, state: "waiting", reason: null });
  };
  const rename = (of: "check" | "section", id: string, base: string, title: string) => {
    const target = { of, id, field: "title" } as const;
    const set = (from: string, to: string) =>
      write({ ...target, id: nameOf(id) }, `Renamed to ${shortened(to)}`, from, to);
    set(base, title);
    undo.add(
      `Renamed to ${shortened(title)}.`,
      () => set(title, base),
      () => rename(of, id, base, title),
    );
  };

  const addChecks = (checks: readonly (TypedCheck & { copyOf?: string })[], to: Spot, done: string): string[] => {
    const all = checks.map((check): NewCheck => ({ key: newKey(), ...check }));
    const fine = all.filter((check) => !isTooLong(check));
    let { after } = to;
    const kept = partsOf(fine).map((part) => {
      const id = keep(addedWords(part), { kind: "checks", section: to.section, ...spotAfter(after), checks: part });
      after = part.at(-1)!.key;
      return { id, part };
    });
    for (const [i, check] of all.entries()) {
      if (fine.includes(check)) continue;
      const before = i === 0 ? to.after : all[i - 1]!.key;
      const change = { kind: "checks", section: to.section, ...spotAfter(before), checks: [check] } as const;
      const fields = { state: "refused", reason: tooLong(check) } as const;
      kept.push({ id: keep(addedWords([check]), { ...change, checks: [check] }, fields), part: [check] });
    }
    undo.add(
      `${done}.`,
      () => {
        const late = kept.filter(({ id }) => !withdraw(id));
        // Those whose id is not known are still to come, or were let go.
        const sent = late.flatMap(({ id, part }) =>
          part.map(({ key }) => nameOf(key)).filter((check) => !isNew(check) || findUnsaved(id) !== undefined),
        );
        for (const id of sent) archived.add(id);
        if (sent.length > 0) keep(`Undone: ${done}`, { kind: "archive", checks: sent });
      },
      () => void addChecks(checks, to, done),
    );
    return all.map(({ key }) => key);
  };

  const move = (words: string, checks: readonly string[], to: Spot) =>
    keep(words, { kind: "move", checks: [...checks], section: to.section, ...spotAfter(to.after) });

  return {
    renameCheck: ({ id }, title, base) => rename("check", id, base, title),
    renameSection: ({ id }, title, base) => rename("section", id, base, title),
    setInstructions({ id, title }, base, text) {
      const set = (from: string, to: string) =>
        write({ of: "check", id, field: "instructions" }, `Instructions of ${shortened(title)}`, from, to);
      set(base, text);
      undo.add(
        "Instructions saved.",
        () => set(text, base),
        () => set(base, text),
      );
    },
    addChecks: (checks, to) => addChecks(checks, to, addedWords(checks)),
    duplicate(checks) {
      const last = checks.at(-1)!;
      const copies = checks.map(({ id, title }) => ({ title: copyTitle(title), copyOf: id }));
      const what = checks.length === 1 ? shortened(last.title) : countOf(checks.length, "check");
      return addChecks(copies, { section: last.section, after: last.id }, `${what} duplicated`);
    },
    addSection(title) {
      const key = newKey();
      const id = keep(`Section ${shortened(title)} added`, { kind: "section", key, title });
      undo.add(`${shortened(title)} added.`, () => {
        if (!withdraw(id))
          keep(`Section ${shortened(title)} deleted`, { kind: "delete-section", section: nameOf(key) });
      });
      return key;
    },
    moveChecks(checks, to) {
      const from = checks.map(({ id }) => ({ id, spot: spotOf(latest(), id) }));
      const ids = checks.map(({ id }) => id);
      const what = checks.length === 1 ? shortened(checks[0]!.title) : countOf(checks.length, "check");
      const go = () => move(`${what} moved`, ids, to);
      let id = go();
      undo.add(
        `${what} moved.`,
        () => {
          if (withdraw(id)) return;
          for (const { id: one, spot } of from) move(`${what} moved back`, [nameOf(one)], spot);
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
        () => {
          if (!withdraw(id)) go(from);
        },
        () => {
          id = go(to);
        },
      );
    },
    archive(checks) {
      const what = checks.length === 1 ? shortened(checks[0]!.title) : countOf(checks.length, "check");
      /** Those that the server never had: only here they can be brought back from. */
      let dropped: { check: NewCheck; spot: Spot }[] = [];
      const go = () => {
        const book = latest();
        dropped = [];
        const known = checks
          .map(({ id }) => nameOf(id))
          .filter((id) => {
            const check = dropNew(id);
            if (check !== undefined) dropped.push({ check, spot: spotOf(book, id) });
            return check === undefined;
          });
        for (const id of known) archived.add(id);
        if (known.length === 0) return null;
        return keep(`${what} archived`, { kind: "archive", checks: known }, { notBefore: Date.now() + HOLD_MS });
      };
      let id = go();
      const their = checks.length === 1 ? "Its" : "Their";
      undo.add(
        `${what} archived. ${their} issues and results are kept.`,
        () => {
          const ids = checks.map((check) => nameOf(check.id));
          for (const one of ids) archived.delete(one);
          for (const { check, spot } of dropped) {
            const { section, after } = spot;
            const to = { section: nameOf(section), ...spotAfter(after == null ? after : nameOf(after)) };
            keep(addedWords([check]), { kind: "checks", ...to, checks: [check] });
          }
          if (id === null || withdraw(id)) return;
          const sent = ids.filter((one) => !isNew(one));
          for (let start = 0; start < sent.length; start += MAX_RESTORED) {
            keep(`${what} restored`, { kind: "restore", checks: sent.slice(start, start + MAX_RESTORED) });
          }
        },
        () => {
          id = go();
        },
      );
    },
    deleteSection({ id: section, title }) {
      // A section whose checks wait to be archived is empty only once they are.
      for (const { id, change, notBefore } of unsavedChanges()) {
        if (change.kind === "archive" && notBefore > 0) changeUnsaved(id, { notBefore: 0 });
      }
      const id = keep(`Section ${shortened(title)} deleted`, { kind: "delete-section", section });
      undo.add(`${shortened(title)} deleted.`, () => {
        if (!withdraw(id))
          keep(`Section ${shortened(title)} restored`, { kind: "restore-section", section: nameOf(section) });
      });
    },
  };
}

function spotAfter(after: string | null | undefined): { after?: string | null } {
  return after === undefined ? {} : { after };
}

function copyTitle(title: string): string {
  const copy = `${title} (copy)`;
  return isTooLong({ title: copy }) ? title : copy;
}
