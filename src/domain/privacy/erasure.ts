// An erasure: somebody or something is forgotten step by step, however much there is of it.
import { Fault } from "../fault.ts";
import type { AuditPart } from "../workspace/audit-chain.ts";
import type { AuditEntry } from "../workspace/audit-log.ts";
import { type Forgotten, type TextKind, takeOut } from "./redaction.ts";

export const ERASURE_KINDS = ["person", "reporter", "app"] as const;
export type ErasureKind = (typeof ERASURE_KINDS)[number];

/**
 * `running`: the tables are gone through. `settling`: they have been, and what was being written at the beginning may still arrive.
 * `cleaning`: no table holds anything of it; first attached files are looked through for the address, as long as the subject is known,
 * then the database's own files are freed of what was replaced.
 */
export const ERASURE_STATES = ["running", "settling", "cleaning", "done"] as const;
export type ErasureState = (typeof ERASURE_STATES)[number];

export interface Erasure {
  id: string;
  workspaceId: string;
  kind: ErasureKind;
  state: ErasureState;
  /** JSON of an `ErasureSubject`; null once nothing is left to look for. */
  subject: string | null;
  /** JSON of an `ErasureProgress`. */
  progress: string;
  /** Rows that were changed or deleted so far. */
  changed: number;
  startedAt: number;
  /** Whoever began it, as a label; null where the version before wrote it. */
  startedBy: string | null;
  /** The id of the person who started the erasure. */
  startedById: string | null;
  /** Until this time a request that began before the erasure may still write. */
  settlesAt: number;
  finishedAt: number | null;
}

/** The person or reporter whom an erasure is about. */
export interface ErasureSubject {
  email: string | null;
  /** Every name that they have had here, as far as it was found, and nobody else has. */
  names: string[];
  /** Names that are looked for in texts, too. */
  spoken?: string[];
  /** The issues that carry a reporter's address: only there is the reporter's name taken for theirs. */
  issueIds?: string[];
  /** Each way in which the address was found written. */
  spellings?: string[];
  /** Everybody who ever had the address. */
  personIds: string[];
  appId: string | null;
}

/** How far it has come: in which pass, in which step of it, and behind which row. */
export interface ErasureProgress {
  /** When it failed, if nothing has been done since. */
  failedAt?: number | undefined;
  pass: number;
  step: number;
  after: (string | number | null)[] | null;
  /** Once it has come to attached files. */
  files?: FilesProgress;
}

/** How many attached files were looked through, and behind which one to go on: whose it is, and its name. */
export interface FilesProgress {
  seen: number;
  kind: "issue" | "result";
  after: readonly [id: string, name: string];
}

/** When it last failed, if it has not gone on since. */
export function failedAtOf({ state, progress }: Pick<Erasure, "state" | "progress">): number | null {
  return state === "done" ? null : ((JSON.parse(progress) as ErasureProgress).failedAt ?? null);
}

/** How long a request that was admitted earlier may still run: what takes longer is given up. */
export const SETTLE_MS = 30_000;

/**
 * Nothing is erased that was not named twice: an app by its name, exactly, and anybody else by the address, in which large and small
 * letters are the same. Throws `invalid_request`.
 */
export function requireNamed(kind: ErasureKind, name: string, confirm: string): void {
  const isNamed = kind === "app" ? confirm === name : confirm.trim().toLowerCase() === name;
  if (isNamed) return;
  const what = kind === "app" ? "name of the app, exactly as it is written" : "e-mail address";
  throw new Fault("invalid_request", `confirm: nothing was erased, because it can't be undone; repeat the ${what}.`);
}

/** Shown in place of an erased name. */
const NAME_MARKS: Record<ErasureKind, string> = {
  person: "Deleted person",
  reporter: "Deleted reporter",
  app: "Deleted app",
};

export function nameMarkOf(kind: ErasureKind): string {
  return NAME_MARKS[kind];
}

/** The end of the id is random: no other erasure has it. */
const MARK_LENGTH = 8;

/** Reporters may have given anything for an address: what has no `@` is looked for nowhere else. */
export function isAddress(email: string): boolean {
  return email.includes("@");
}

/** The address that is looked for everywhere; null if there is none. */
export function addressLookedFor({ email }: ErasureSubject): string | null {
  return email !== null && isAddress(email) ? email : null;
}

/** What an erasure looks for. Spellings that are found on the way are added to the subject. */
export function forgottenBy({ id, kind }: Pick<Erasure, "id" | "kind">, subject: ErasureSubject): Forgotten {
  const { names } = subject;
  const email = addressLookedFor(subject);
  subject.spellings ??= [];
  subject.spoken ??= [];
  return {
    email,
    names,
    spoken: subject.spoken,
    spellings: subject.spellings,
    markEnd: id.slice(-MARK_LENGTH),
    nameMark: nameMarkOf(kind),
  };
}

/**
 * The time after which no request of these people can still write: one admitted before their removal may be under way.
 */
export function settledAt(people: readonly { removedAt: number | null; isSignedIn: boolean }[], now: number): number {
  const ends = people.map(({ removedAt, isSignedIn }) => {
    if (removedAt === null) return isSignedIn ? now + SETTLE_MS : now;
    return removedAt + SETTLE_MS;
  });
  return Math.max(now, ...ends);
}

/** What has to go from an entry of the audit log. */
export function partsToErase(entry: AuditEntry, subject: ErasureSubject, forgotten: Forgotten): AuditPart[] {
  const { actorId, targetId, appId } = entry;
  const isActor = actorId !== null && subject.personIds.includes(actorId);
  const isTarget = targetId !== null && subject.personIds.includes(targetId);
  const isOfApp = subject.appId !== null && subject.appId === appId;
  const holds = (kind: TextKind, text: string | null) => text !== null && takeOut(kind, text, forgotten) !== text;
  // It is known who people are, so a name alone says nothing of them; an address in it goes.
  const nameKind = (who: string | null) => (who === "person" ? "title" : "label");
  const isAboutThem = isTarget || (isActor && entry.action.startsWith("person."));
  const namesThem = (details: string | null) =>
    details !== null && isAboutThem && forgotten.names.some((name) => details.includes(JSON.stringify(name)));
  const parts: [AuditPart, boolean][] = [
    ["actorName", isActor || holds(nameKind(entry.actorKind), entry.actorName)],
    ["address", isActor],
    ["targetName", isTarget || isOfApp || holds(nameKind(entry.targetKind), entry.targetName)],
    [
      "details",
      isOfApp ||
        (isTarget && entry.action === "person.session_ended") ||
        namesThem(entry.details) ||
        holds("json", entry.details),
    ],
  ];
  return parts.filter(([part, goes]) => goes && entry[part] !== null).map(([part]) => part);
}
