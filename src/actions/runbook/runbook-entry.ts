// What creating and changing sections and checks has in common: refs that are free, places in the order, the audit log.

import { Fault } from "../../domain/fault.ts";
import { MAX_CHECKS, MAX_PLATFORM_CHECKS, MAX_SECTIONS } from "../../domain/limits.ts";
import { type AuditAction, listed } from "../../domain/workspace/audit-log.ts";
import { indexOfCheck } from "../../storage/runbook/check-order.ts";
import { findCheckByRef, findLiveCheck, insertCheck, type LiveCheck } from "../../storage/runbook/checks.ts";
import { insertSection, type Section } from "../../storage/runbook/sections.ts";
import { type AppWrite, nextId } from "../app-write.ts";
import { record } from "../audit.ts";
import { openPlatformStatuses } from "../status/recompute-status.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

export interface NewCheck {
  ref: string | null;
  title: string;
  instructions: string | null;
  notApplicable: string[];
}

/** A check with all that is decided about it: its ref is free, and it has its position. */
interface PlacedCheck extends NewCheck {
  ref: string;
  position: number;
}

/** Without a ref it gets one that is free, without a position it comes last. */
interface NewSection {
  ref: string | null;
  title: string;
  position?: number;
}

/** Writes a section and adds it to `sections`. Throws `name_taken`, `invalid_request`. */
export function addSection(write: AppWrite, sections: Section[], { ref, title, position }: NewSection): Section {
  if (sections.length >= MAX_SECTIONS)
    throw new Fault("invalid_request", `An app has at most ${MAX_SECTIONS} sections.`);
  const taken = (wanted: string) => sections.some((section) => section.ref === wanted);
  if (ref !== null && taken(ref)) throw refTaken("section", ref);
  const section: Section = {
    id: nextId(write, "sec"),
    appId: write.app.id,
    ref: ref ?? freeRef(write, "S", taken),
    title,
    position: position ?? 1 + (sections.at(-1)?.position ?? -1),
    createdAt: write.app.updatedAt,
    checks: 0,
    passed: 0,
    failed: 0,
    needsRetest: 0,
    untested: 0,
    notApplicable: 0,
  };
  insertSection(write.tx, section);
  sections.push(section);
  return section;
}

/** Writes a check with its platform statuses. */
export function addCheck(write: AppWrite, section: Section, check: PlacedCheck): LiveCheck {
  requireCheckRoom(write.app.checks + write.added + 1, write.appConfig.platforms.length);
  write.added++;
  const added: LiveCheck = {
    id: nextId(write, "chk"),
    appId: write.app.id,
    sectionId: section.id,
    ref: check.ref,
    title: check.title,
    instructions: check.instructions,
    position: check.position,
    createdAt: write.app.updatedAt,
    archivedAt: null,
  };
  insertCheck(write.tx, added);
  openPlatformStatuses(write, added, check.notApplicable);
  return added;
}

/** The ref asked for, if no other check has it, else one that is free. Throws `name_taken`. */
export async function requireCheckRef(write: AppWrite, ref: string | null, self?: string): Promise<string> {
  if (ref !== null) {
    const holder = await findCheckByRef(write.tx, write.app, ref);
    if (holder !== undefined && holder.id !== self) throw refTaken("check", ref);
    return ref;
  }
  for (;;) {
    const next = `C${++write.app.lastRef}`;
    if ((await findCheckByRef(write.tx, write.app, next)) === undefined) return next;
  }
}

/** Throws `invalid_request` when an app would get too many checks, or too many checks times platforms. */
export function requireCheckRoom(checks: number, platforms: number): void {
  if (checks > MAX_CHECKS) throw new Fault("invalid_request", `An app has at most ${MAX_CHECKS} checks.`);
  if (checks * platforms > MAX_PLATFORM_CHECKS) {
    throw new Fault(
      "invalid_request",
      `An app has at most ${MAX_PLATFORM_CHECKS} platform-checks (checks times platforms).`,
    );
  }
}

export function freeRef(write: AppWrite, letter: string, taken: (ref: string) => boolean): string {
  for (;;) {
    const ref = `${letter}${++write.app.lastRef}`;
    if (!taken(ref)) return ref;
  }
}

export function refTaken(what: string, ref: string): Fault {
  return new Fault("name_taken", `ref: another ${what} of this app has the ref ${JSON.stringify(ref)}.`);
}

/** The list with one entry moved to `position` (counted from 0); positions beyond the end mean the end. */
export function moved<T extends { id: string }>(list: readonly T[], id: string, position: number): T[] {
  const rest = list.filter((one) => one.id !== id);
  const entry = list.find((one) => one.id === id)!;
  return [...rest.slice(0, position), entry, ...rest.slice(position)];
}

/**
 * How many checks come before the place behind the one that has this id, or else this ref, without `self`, which is to be
 * moved there. Throws `not_found`.
 */
export async function placeAfter(write: AppWrite, sectionId: string, name: string, self?: LiveCheck): Promise<number> {
  const { tx, app } = write;
  const named = [await findLiveCheck(tx, app, name), await findCheckByRef(tx, app, name)];
  const check = named.find((one) => one?.sectionId === sectionId && one.id !== self?.id);
  if (check === undefined) throw new Fault("not_found", "after: the section has no check with this id or ref.");
  const index = await indexOfCheck(tx, check);
  const isBefore = self?.sectionId === sectionId && (await indexOfCheck(tx, self)) < index;
  return isBefore ? index : index + 1;
}

type EntryAction = Extract<AuditAction, `check.${string}` | `section.${string}`>;

/** Notes in the audit log what was done to a section or a check: the last step of an action. */
export function recordEntry(
  unit: UnitOfWork,
  { app }: AppWrite,
  { id, title }: { id: string; title: string },
  action: EntryAction,
  details: Record<string, unknown>,
): void {
  const kind = action.startsWith("check.") ? "check" : "section";
  record(unit, app.workspaceId, action, { target: { kind, id, name: title }, appId: app.id, details });
}

/** What one request did to several checks is one entry: it has the first check's title, and how many there were. */
export function recordChecks(
  unit: UnitOfWork,
  write: AppWrite,
  checks: readonly LiveCheck[],
  action: EntryAction,
): void {
  const refs = checks.map(({ ref }) => ref);
  const details = checks.length === 1 ? { ref: refs[0] } : { checks: checks.length, refs: listed(refs) };
  recordEntry(unit, write, checks[0]!, action, details);
}
