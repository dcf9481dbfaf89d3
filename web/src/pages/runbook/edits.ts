// Edits of the runbook itself, as an admin makes them in place: shown at once, sent in turn, with a way back.
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { del, patch, post } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import type { Check } from "../../api/types.ts";
import { removedPaths, removeLater, removeNow } from "../../parts/removals.ts";
import { shortened } from "./cell-words.ts";
import { inTurn } from "./edit-queue.ts";
import {
  changeKept,
  checkPath,
  keptRunbook,
  type Runbook,
  type RunbookCheck,
  type RunbookSection,
  readAnew,
  stopReading,
} from "./runbook-data.ts";
import { sayFailed, type UndoStack } from "./undo-stack.ts";

export interface Edits {
  /** Fails with what the server said, as the next four do, so that what was typed can stay. */
  renameCheck(check: RunbookCheck, title: string): Promise<unknown>;
  renameSection(section: RunbookSection, title: string): Promise<unknown>;
  setInstructions(check: string, before: string | null, text: string | null): Promise<void>;
  addCheck(section: RunbookSection, title: string): Promise<void>;
  addSection(title: string): Promise<string>;
  moveCheck(check: RunbookCheck, from: Spot, to: Spot): void;
  moveSection(section: RunbookSection, from: number, to: number): void;
  /** Hidden at once; sent when nobody wanted it back. */
  archive(check: RunbookCheck): void;
  deleteSection(section: RunbookSection, position: number): void;
}

/** A check's section and its place there, among those that are shown. */
export interface Spot {
  section: string;
  position: number;
}

export function useEdits(app: string, undo: UndoStack): Edits {
  const client = useQueryClient();
  return useMemo(() => editsOf(client, app, undo), [client, app, undo]);
}

function editsOf(client: QueryClient, app: string, undo: UndoStack): Edits {
  const doing = async <T>(change: ((runbook: Runbook) => Runbook) | null, send: () => Promise<T>): Promise<T> => {
    stopReading(client, app);
    const before = keptRunbook(client, app);
    if (change !== null) changeKept(client, app, change);
    const after = keptRunbook(client, app);
    try {
      return await inTurn(send);
    } catch (error) {
      // Without a network nothing can be read: what stood before is the best that is known.
      if (keptRunbook(client, app) === after) changeKept(client, app, () => before);
      readAnew(client, app);
      throw error;
    }
  };
  /** Does it, says so, and offers the way back. */
  const done = (text: string, work: Promise<unknown>, back: () => Promise<unknown>) => {
    const failed = undo.add(text, () => void work.then(back).catch(sayFailed));
    work.catch(failed);
  };
  const titleCheck = (id: string, title: string) =>
    doing(onCheck(id, { title }), () => patch(checkPath(id), { title }));
  const titleSection = (id: string, title: string) =>
    doing(onSection(id, { title }), () => patch(`/sections/${id}`, { title }));
  const putCheck = (id: string, shown: Spot, near = Number.MAX_SAFE_INTEGER) => {
    const to = amongAll(keptRunbook(client, app), id, shown, near);
    return doing(
      (book) => moveCheck(book, id, to),
      () => patch(checkPath(id), { ...to }),
    );
  };
  const putSection = (id: string, position: number) =>
    doing(
      (book) => ({ ...book, sections: moved(book.sections, id, position) }),
      () => patch(`/sections/${id}`, { position }),
    );
  const instruct = async (id: string, instructions: string | null) => {
    const change = onCheck(id, { has_instructions: instructions !== null });
    const check = await doing(change, () => patch<Check>(checkPath(id), { instructions }));
    client.setQueryData(keys.appPart(app, "check", id), check);
  };
  const without = (id: string) => (book: Runbook) => ({
    ...book,
    checks: book.checks.filter((check) => check.id !== id),
  });
  const dropSection = (id: string) =>
    doing(
      (book) => ({ ...book, sections: book.sections.filter((section) => section.id !== id) }),
      () => del(`/sections/${id}`),
    );
  const createSection = async (fields: { title: string; ref?: string; position?: number }) => {
    const section = await doing(null, () => post<RunbookSection>("/sections", { app, ...fields }));
    const { id, ref, title } = section;
    const position = fields.position ?? Number.MAX_SAFE_INTEGER;
    changeKept(client, app, (book) => {
      const others = book.sections.filter((one) => one.id !== id);
      return { ...book, sections: moved([...others, { id, ref, title }], id, position) };
    });
    return id;
  };

  return {
    renameCheck({ id, title: before }, title) {
      const work = titleCheck(id, title);
      done(`Renamed to ${shortened(title)}.`, work, () => titleCheck(id, before));
      return work;
    },
    renameSection({ id, title: before }, title) {
      const work = titleSection(id, title);
      done(`Renamed to ${shortened(title)}.`, work, () => titleSection(id, before));
      return work;
    },
    async setInstructions(id, before, text) {
      await instruct(id, text);
      undo.add("Instructions saved.", () => void instruct(id, before).catch(sayFailed));
    },
    async addCheck({ id: section }, title) {
      const check = await doing(null, () => post<Check>("/checks", { app, section, title }));
      const entry: RunbookCheck = {
        id: check.id,
        section,
        ref: check.ref,
        title: check.title,
        has_instructions: false,
        statuses: check.platforms.map(({ status }) => status),
        open_issues: check.platforms.map(({ open_issues }) => open_issues),
      };
      changeKept(client, app, (book) => ({
        ...book,
        checks: [...book.checks.filter(({ id }) => id !== entry.id), entry],
      }));
      undo.add(`${shortened(title)} added.`, () => {
        doing(without(check.id), () => del(checkPath(check.id))).catch(sayFailed);
      });
    },
    async addSection(title) {
      const id = await createSection({ title });
      undo.add(`${shortened(title)} added.`, () => void dropSection(id).catch(sayFailed));
      return id;
    },
    moveCheck({ id, title }, from, to) {
      const place = placeOf(keptRunbook(client, app), id);
      done(`${shortened(title)} moved.`, putCheck(id, to), () => putCheck(id, from, place));
    },
    moveSection({ id, title }, from, to) {
      done(`${shortened(title)} moved.`, putSection(id, to), () => putSection(id, from));
    },
    archive({ id, title }) {
      const removal = removeLater(checkPath(id), async () => {
        await inTurn(() => del(checkPath(id)));
        stopReading(client, app);
        changeKept(client, app, without(id));
      });
      const failed = undo.add(`${shortened(title)} archived. Its issues and results are kept.`, () => {
        if (!removal.back()) sayFailed(new Error("The check is archived for good by now. That can't be taken back."));
      });
      removal.done.catch(failed);
    },
    deleteSection({ id, title, ref }, position) {
      const own = keptRunbook(client, app).checks.filter(({ section }) => section === id);
      const paths = new Set(own.map((check) => checkPath(check.id)));
      // A section whose checks wait to be archived is empty only once they are.
      const work = removeNow((path) => paths.has(path)).then(() => dropSection(id));
      done(`${shortened(title)} deleted.`, work, () => createSection({ title, ref, position }));
    },
  };
}

function onCheck(id: string, fields: Partial<RunbookCheck>) {
  return (book: Runbook): Runbook => ({
    ...book,
    checks: book.checks.map((check) => (check.id === id ? { ...check, ...fields } : check)),
  });
}

function onSection(id: string, fields: Partial<RunbookSection>) {
  return (book: Runbook): Runbook => ({
    ...book,
    sections: book.sections.map((section) => (section.id === id ? { ...section, ...fields } : section)),
  });
}

/** The spot as the server counts it: checks that are hidden still have their places. Of several that fit, the one nearest
 * to `near`. */
function amongAll({ checks }: Runbook, id: string, { section, position }: Spot, near: number): Spot {
  const siblings = checks.filter((check) => check.section === section && check.id !== id);
  const removed = removedPaths();
  const shown = siblings.flatMap((check, at) => (removed.has(checkPath(check.id)) ? [] : [at]));
  const least = position === 0 ? 0 : (shown[position - 1] ?? siblings.length - 1) + 1;
  return { section, position: Math.max(least, Math.min(near, shown[position] ?? siblings.length)) };
}

function placeOf({ checks }: Runbook, id: string): number {
  const section = checks.find((check) => check.id === id)?.section;
  return checks.filter((check) => check.section === section).findIndex((check) => check.id === id);
}

function moveCheck(book: Runbook, id: string, { section, position }: Spot): Runbook {
  const check = book.checks.find((one) => one.id === id);
  if (check === undefined) return book;
  const others = book.checks.filter((one) => one.id !== id);
  const siblings = others.filter((one) => one.section === section);
  const before = siblings[position];
  const at = before === undefined ? others.length : others.indexOf(before);
  return { ...book, checks: others.toSpliced(at, 0, { ...check, section }) };
}

function moved<T extends { id: string }>(list: readonly T[], id: string, position: number): T[] {
  const others = list.filter((one) => one.id !== id);
  const item = list.find((one) => one.id === id);
  return item === undefined ? others : others.toSpliced(position, 0, item);
}
