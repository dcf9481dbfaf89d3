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
  /** Stands for the check's id until it has one: see `newKey`. */
  key: string;
  title: string;
  instructions?: string;
  /** The check whose instructions and N/A marks it takes along; what those are is noted before it is sent. */
  copyOf?: string;
  /** Codes of the platforms on which it is N/A. */
  notApplicable?: string[];
}

/** Behind this check of the section; null means first, left out means last. */
export interface CheckPosition {
  section: string;
  after?: string | null;
}

export interface Marks {
  check: string;
  /** Platforms that become N/A, and those that are no longer. */
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
      /** The cycle that `before` is of. */
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
  /** Of what the server has archived, or is about to. They stand where they stood until the server has given them back. */
  | { kind: "restore"; checks: string[]; stood?: ArchivedRows }
  | { kind: "delete-section"; section: string }
  | { kind: "restore-section"; section: string }
  /** No platform means every one; without a check it is on a section, or on nothing. */
  | {
      kind: "issue";
      /** Stands for the issue's id until it has one: see `newKey`. */
      key?: string;
      check?: string;
      section?: string;
      text: string;
      platforms: string[];
      priority?: string;
    }
  | { kind: "comment"; issue: string; text: string }
  /** To an issue or a result. `file` is the name under which this browser keeps it; `before` is what was attached when it was first sent. */
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
  /** Who did it: nobody else sends it. */
  by: Writer;
  app: string;
  at: number;
  /** What was done, for people: "Pay by card on iOS: passed". */
  words: string;
  change: Change;
  /** Refused by the server, or in conflict with what somebody else wrote: waits for its writer. */
  state: "waiting" | "refused" | "conflict";
  reason: string | null;
  /** What stands there in a conflict. */
  theirs: string | null;
  /** What was archived meanwhile and stands in its way. */
  archived?: ArchivedPlace[];
  /** Not sent before this moment: until then it can be taken back as if it had never been. */
  notBefore: number;
  /** How often the server has failed on it. */
  tries: number;
  /** It was sent, and nobody knows what became of it: it may have been done, and must be repeated as it was. */
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

/** What this creates, by its keys. */
export function keysIn(change: Change): string[] {
  if (change.kind === "checks") return change.checks.map(({ key }) => key);
  if (change.kind === "issue" || change.kind === "results") return change.key === undefined ? [] : [change.key];
  return change.kind === "section" ? [change.key] : [];
}

/** What was typed, for whoever wants to copy it; null where nothing was. */
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

/** Of all who did them. */
export function namesOf(unsaved: readonly Unsaved[]): string {
  return [...new Set(unsaved.map(({ by }) => by.name))].join(", ");
}

let count = 0;

/** Later ones sort behind earlier ones. */
export function changeId(): string {
  count = (count + 1) % 1_296;
  return `${Date.now().toString(36).padStart(9, "0")}${count.toString(36).padStart(2, "0")}-${randomText()}`;
}

function randomText(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
