// Brings archived checks and deleted sections back to where they were. What happened to a check's issues meanwhile counts.
import { type Actor, actorLabel } from "../../domain/access/actor.ts";
import { Fault, notFound } from "../../domain/fault.ts";
import { openPlatforms } from "../../domain/issues/issue.ts";
import { MAX_SECTIONS } from "../../domain/limits.ts";
import type { Gap } from "../../domain/runbook/merge-order.ts";
import { platformStatus } from "../../domain/status/platform-status.ts";
import { count, emptyTally } from "../../domain/status/summary.ts";
import {
  type ArchivedSection,
  dropArchivedSection,
  findArchivedSectionOf,
  findOldPlace,
  getArchivedSection,
  listArchivedWith,
} from "../../storage/archive/archived-entries.ts";
import { listIssuesOnCheck, listPartlyFixedOnCheck } from "../../storage/issues/issues.ts";
import { latestFix } from "../../storage/issues/platform-fixes.ts";
import { findGap, findGapFor, takePlaces } from "../../storage/runbook/check-order.ts";
import {
  type Check,
  findCheck,
  findLiveCheck,
  isLive,
  type LiveCheck,
  updateCheck,
} from "../../storage/runbook/checks.ts";
import {
  findSectionById,
  insertSection,
  listSections,
  type Section,
  updateSection,
} from "../../storage/runbook/sections.ts";
import {
  insertPlatformStatus,
  listPlatformStatuses,
  type PlatformStatusRow,
  updatePlatformStatus,
} from "../../storage/status/platform-statuses.ts";
import { type AppWrite, append, closeAppWrite, markStructureChanged, openAppWrite, tally } from "../app-write.ts";
import { causeOf } from "../cause.ts";
import { defineAction } from "../define-action.ts";
import { closeIssuesWithNothingOpen } from "../issues/close-if-nothing-open.ts";
import { writeFixes } from "../issues/write-fixes.ts";
import { findNamedSection } from "../runbook/find-named-check.ts";
import { recordChecks, recordEntry, refTaken, requireCheckRef, requireCheckRoom } from "../runbook/runbook-entry.ts";
import { moveInCycles } from "../status/follow-in-cycles.ts";
import { newPlatformStatus } from "../status/recompute-status.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

export interface RestoreCheck {
  actor: Actor;
  id: string;
  /** Where to, if not to where it was: id, ref or title. */
  section?: string;
}

/** One that is in the runbook stays as it is. Throws `not_found`, `name_taken`, `ambiguous_section`, `invalid_request`. */
export const restoreCheck = defineAction({
  name: "restoreCheck",
  wakes: ["notifications", "forwards"],
  async run(unit: UnitOfWork, { actor, id, section: named }: RestoreCheck): Promise<void> {
    const seen = await findCheck(unit.tx, actor.reach, id);
    if (seen === undefined) throw notFound("check");
    const write = await openAppWrite(unit, actor.reach, seen.appId);
    const check = (await findCheck(unit.tx, actor.reach, id))!;
    if (isLive(check)) return;
    markStructureChanged(write);
    const sectionId = named === undefined ? await ownSection(write, check) : (await findNamedSection(write, named)).id;
    const isHome = named === undefined || sectionId === check.sectionId;
    const restored = await putBack(write, actor, check, { sectionId, isHome });
    await closeIssuesWithNothingOpen(write, await listPartlyFixedOnCheck(unit.tx, check), causeOf(actor));
    closeAppWrite(write);
    recordChecks(unit, write, [restored], "check.restored");
  },
});

/** Brings its checks along that left the runbook with it. One that is in the runbook stays as it is. Throws `not_found`, `name_taken`, `invalid_request`. */
export const restoreSection = defineAction({
  name: "restoreSection",
  wakes: ["notifications", "forwards"],
  // Always long, because all checks of the section are written.
  duration: () => "long",
  async run(unit: UnitOfWork, { actor, id }: { actor: Actor; id: string }): Promise<void> {
    const { tx } = unit;
    if ((await findSectionById(tx, actor.reach, id)) !== undefined) return;
    const write = await openAppWrite(unit, actor.reach, (await getArchivedSection(tx, actor.reach, id)).appId);
    if ((await findSectionById(tx, actor.reach, id)) !== undefined) return;
    const archived = await getArchivedSection(tx, actor.reach, id);
    markStructureChanged(write);
    await bringBack(write, archived);
    const checks: LiveCheck[] = [];
    for (const check of await listArchivedWith(tx, archived)) {
      checks.push(await putBack(write, actor, check, { sectionId: id, isHome: true }));
    }
    for (const check of checks)
      await closeIssuesWithNothingOpen(write, await listPartlyFixedOnCheck(tx, check), causeOf(actor));
    const changes = { section: id, title: archived.title };
    append(write, { kind: "section_restored", by: actorLabel(actor), issueId: null, changes });
    closeAppWrite(write);
    recordEntry(unit, write, archived, "section.restored", { ref: archived.ref, checks: checks.length });
  },
});

/** The section that a check was in, which is brought back if it was deleted. */
async function ownSection(write: AppWrite, check: Check): Promise<string> {
  if (check.sectionId !== null) return check.sectionId;
  const archived = await findArchivedSectionOf(write.tx, check.id);
  if (archived !== undefined) return (await bringBack(write, archived)).id;
  throw new Fault("invalid_request", "section: the section of this check was deleted. Name the one to put it into.");
}

async function bringBack(write: AppWrite, archived: ArchivedSection): Promise<Section> {
  const { tx } = write;
  const sections = await listSections(tx, write.app);
  if (sections.length >= MAX_SECTIONS)
    throw new Fault("invalid_request", `An app has at most ${MAX_SECTIONS} sections.`);
  if (sections.some(({ ref }) => ref === archived.ref)) throw refTaken("section", archived.ref);
  const { id, appId, ref, title, createdAt } = archived;
  const index = sections.filter(({ position }) => position < archived.position).length;
  const section: Section = { id, appId, ref, title, position: index, createdAt, checks: 0, ...emptyTally() };
  for (const [i, other] of sections.entries()) {
    const position = i < index ? i : i + 1;
    if (other.position !== position) updateSection(tx, { ...other, position });
  }
  insertSection(tx, section);
  // The section must be in its table before a check refers to it: whoever reads the table has it written.
  await listSections(tx, write.app);
  dropArchivedSection(tx, archived);
  return section;
}

interface RestoredPlace {
  sectionId: string;
  /** Whether this is the section that the check was archived in. */
  isHome: boolean;
}

/** Throws `name_taken`, `invalid_request`. */
async function putBack(
  write: AppWrite,
  actor: Actor,
  check: Check,
  { sectionId, isHome }: RestoredPlace,
): Promise<LiveCheck> {
  await requireCheckRef(write, check.ref, check.id);
  requireCheckRoom(write.app.checks + write.added + 1, write.appConfig.platforms.length);
  write.added++;
  const gap = () => (isHome ? findOldGap(write, check.id, sectionId) : findGap(write.tx, sectionId, null));
  const [position] = (await takePlaces(write.tx, sectionId, 1, gap)) as [number];
  const restored: LiveCheck = { ...check, sectionId, position, archivedAt: null };
  updateCheck(write.tx, restored);
  await openAgain(write, restored);
  const changes = { check: check.id, title: check.title };
  append(write, { kind: "check_restored", by: actorLabel(actor), issueId: null, changes });
  return restored;
}

/**
 * Behind the check that it stood behind, however the section was put in order meanwhile, and behind others that stood there,
 * too, and came back before; without that one, by the old order.
 */
async function findOldGap({ tx, app }: AppWrite, id: string, sectionId: string): Promise<Gap> {
  const { position, behindId } = (await findOldPlace(tx, id))!;
  const behind = behindId === null ? undefined : await findLiveCheck(tx, app, behindId);
  return findGapFor(tx, sectionId, behind?.sectionId === sectionId ? behind : null, position);
}

/** Recomputes a restored check's statuses: while it was archived, nobody kept them in step with its issues and platforms. */
async function openAgain(write: AppWrite, check: LiveCheck): Promise<void> {
  const { tx, app } = write;
  const { platforms } = write.appConfig;
  const open = new Map<string, number>();
  for (const issue of await listIssuesOnCheck(tx, check.id)) {
    for (const code of openPlatforms(issue, platforms)) open.set(code, (open.get(code) ?? 0) + 1);
    await writeFixes(write, issue);
  }
  const kept = new Map((await listPlatformStatuses(tx, check.id)).map((row) => [row.platform, row]));
  const gained = emptyTally();
  const rows: PlatformStatusRow[] = [];
  for (const { code } of platforms) {
    const before = kept.get(code);
    const statusRow = { ...(before ?? newPlatformStatus(app, check.id, code, false)), revision: app.revision };
    statusRow.openIssues = open.get(code) ?? 0;
    statusRow.fixedRevision = await latestFix(tx, check.id, code);
    statusRow.status = platformStatus({ ...statusRow, notApplicable: statusRow.notApplicable === 1 });
    if (before === undefined) insertPlatformStatus(tx, statusRow);
    else updatePlatformStatus(tx, statusRow);
    count(gained, statusRow.status);
    rows.push(statusRow);
  }
  tally(write, check.sectionId, 1, gained);
  await moveInCycles(write, check.id, { from: null, to: check.sectionId }, rows);
}
