// What a person has done and the server has not confirmed yet. Everything here is plain data: it is kept in the browser
// until it is saved, and may be sent by another tab or after a reload.
import type { z } from "zod";
import type { CycleRunbookSchema } from "../../../src/wire/cycles/cycle-checks.ts";
import type { ArchivedKind } from "./find-archived.ts";
import type { Status } from "./types.ts";

export type Outcome = "passed" | "failed";

/** A check on a platform, by the platform's code. */
export interface CodedCell {
  check: string;
  platform: string;
}

export interface NewCheck {
  /** Stands for the check's id until the server gives one: see `newKey`. */
  key: string;
  title: string;
  instructions?: string;
  /** The check whose instructions and N/A marks it takes along; what those are is noted before it is sent. */
  copyOf?: string;
  /** Codes of the platforms on which it is N/A. */
  notApplicable?: string[];
}

/** A place behind check `after` of the section; null means first, left out means last. */
export interface CheckPosition {
  section: string;
  after?: string | null;
}

export interface Marks {
  check: string;
  /** Platforms that become N/A, and platforms that stop being it. */
  on: string[];
  off: string[];
}

export interface TextOf {
  of: "check" | "section";
  id: string;
  field: "title" | "instructions";
}

/** Rows as they were shown before they were archived, in the reading of a cycle or of all testing. */
export interface ArchivedRows {
  cycle?: string;
  rows: { check: z.infer<typeof CycleRunbookSchema>["checks"][number]; after: string | null }[];
}

export type Change =
  /**
   * `was` is how the cell read when it was recorded, in the cycle where it was recorded in one. `key` stands for the id of the first
   * result until it has one, where a file is to be attached to it: see `newKey`.
   */
  | {
      kind: "results";
      cells: (CodedCell & { was?: Status })[];
      outcome: Outcome;
      note?: string;
      cycle?: string;
      key?: string;
    }
  /** `of` is the change that recorded them; the ids of the results are known once that is saved. */
  | {
      kind: "take-back";
      of: string;
      results: string[] | null;
      /** The cycle in which `before` was read. */
      cycle?: string;
      before: (CodedCell & { status: Status; openIssues: number })[];
    }
  | { kind: "marks"; marks: Marks[] }
  | ({ kind: "checks"; checks: NewCheck[] } & CheckPosition)
  | { kind: "section"; key: string; title: string }
  /** `base` is what the text was when its writer began; `isUndo` when it brings back what was there before. */
  | ({ kind: "text"; base: string; text: string; isUndo?: boolean } & TextOf)
  | ({ kind: "move"; checks: string[] } & CheckPosition)
  | { kind: "move-section"; section: string; position: number }
  | { kind: "archive"; checks: string[] }
  /** Restores what the server archived or is about to. The rows are shown at `stood` until the server gives them back. */
  | { kind: "restore"; checks: string[]; stood?: ArchivedRows }
  | { kind: "delete-section"; section: string }
  | { kind: "restore-section"; section: string }
  /** No platform means every one; without a check it is on a section, or on nothing. */
  | {
      kind: "issue";
      /** Stands for the issue's id until the server gives one: see `newKey`. */
      key?: string;
      check?: string;
      section?: string;
      text: string;
      platforms: string[];
      priority?: string;
    }
  | { kind: "comment"; issue: string; text: string }
  /** Attaches a file to an issue or a result. `file` is its name in this browser; `before` lists what was attached at the first try. */
  | { kind: "attach"; issue?: string; result?: string; file: string; before?: string[] };

export type ChangeOf<Kind extends Change["kind"]> = Extract<Change, { kind: Kind }>;

export interface Writer {
  id: string;
  name: string;
}

/** A check or a section that is archived. */
export interface ArchivedPlace {
  kind: ArchivedKind;
  id: string;
  title: string;
}

export interface Unsaved {
  /** Sorts by time; is also the Idempotency-Key, so that nothing is done twice. */
  id: string;
  /** The person who made the change: nobody else sends it. */
  by: Writer;
  app: string;
  at: number;
  /** A description for people: "Pay by card on iOS: passed". */
  words: string;
  change: Change;
  /** Refused by the server, or in conflict with what somebody else wrote: waits for its writer. */
  state: "waiting" | "refused" | "conflict";
  reason: string | null;
  /** The text that the server has in a conflict. */
  theirs: string | null;
  /** Archived entries that stand in its way. */
  archived?: ArchivedPlace[];
  /** Not sent before this time, so that it can be undone without a trace. */
  notBefore: number;
  /** How often the server has failed on it. */
  tries: number;
  /** Whether it was sent with an unknown outcome: it may have been done, so it must be repeated unchanged. */
  isSent: boolean;
}

const NEW = "new-";

/** A word in place of the id of something that the server doesn't know yet. */
export function newKey(): string {
  return NEW + randomText();
}

export function isNew(id: string): boolean {
  return id.startsWith(NEW);
}

/** The keys of what a change creates. */
export function keysIn(change: Change): string[] {
  if (change.kind === "checks") return change.checks.map(({ key }) => key);
  if (change.kind === "issue" || change.kind === "results") return change.key === undefined ? [] : [change.key];
  return change.kind === "section" ? [change.key] : [];
}

/** The text that was typed, so that its writer can copy it; null if none was. */
export function typedIn(change: Change): string | null {
  if (change.kind === "checks") {
    return change.checks
      .map(({ title, instructions }) => (instructions ? `${title}\t${instructions}` : title))
      .join("\n");
  }
  if (change.kind === "text" || change.kind === "issue" || change.kind === "comment") return change.text;
  if (change.kind === "section") return change.title;
  return change.kind === "results" ? (change.note ?? null) : null;
}

/** The names of all who made these changes. */
export function namesOf(unsaved: readonly Unsaved[]): string {
  return [...new Set(unsaved.map(({ by }) => by.name))].join(", ");
}

let count = 0;

/** A new id for a change; later ones sort behind earlier ones. */
export function changeId(): string {
  count = (count + 1) % 1_296;
  return `${Date.now().toString(36).padStart(9, "0")}${count.toString(36).padStart(2, "0")}-${randomText()}`;
}

function randomText(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
