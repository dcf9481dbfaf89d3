// Carries out the plan of an import on the app that the unit holds.
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Actor } from "../../domain/access/actor.ts";
import { sameSet } from "../../domain/apps/platforms.ts";
import type { PlannedCheck, PlannedSection, RunbookPlan } from "../../domain/runbook/plan-import.ts";
import { count, emptyTally } from "../../domain/status/summary.ts";
import { groupBy } from "../../lib/collections/group-by.ts";
import { readCycleStatusesAhead } from "../../storage/cycles/cycle-statuses.ts";
import { listPartlyFixedInApp } from "../../storage/issues/issues.ts";
import type { LiveCheck } from "../../storage/runbook/checks.ts";
import { updateChecks, updateWords } from "../../storage/runbook/many-checks.ts";
import { listSections, moveSectionsToArchive, type Section, updateSection } from "../../storage/runbook/sections.ts";
import { listPlatformStatusesOfApp, type PlatformStatusRow } from "../../storage/status/platform-statuses.ts";
import { type AppWrite, tally, usePlatforms } from "../app-write.ts";
import { causeOf } from "../cause.ts";
import { closeIssuesWithNothingOpen } from "../issues/close-if-nothing-open.ts";
import { addCheck, addSection, freeRef } from "../runbook/runbook-entry.ts";
import { moveInCycles } from "../status/follow-in-cycles.ts";
import { recomputeStatuses } from "../status/recompute-status.ts";
import { changeAppConfig } from "./change-app.ts";

/** The app's sections, checks and statuses, at least of those checks that the plan changes. */
export interface CurrentRunbook {
  sections: Section[];
  checks: ReadonlyMap<string, LiveCheck>;
  /** Statuses under the ids of their checks. */
  statusRows: Map<string, PlatformStatusRow[]>;
  /** The refs of all checks. */
  refs: Iterable<string>;
}

/** All that an import writes. */
export interface ImportWrites {
  /** The plan, with only those checks that are made, moved or marked otherwise. */
  plan: Omit<RunbookPlan, "steps" | "counts">;
  /** Checks of which nothing but the words changes, as they are written. */
  words: string[];
}

/** Checks that are written before other work of this thread is let in. */
const AT_ONCE = 250;

/** The caller made sure that all of it is possible, and ends the unit. */
export async function applyRunbook(
  write: AppWrite,
  { plan, words }: ImportWrites,
  current: CurrentRunbook,
  actor: Actor,
): Promise<void> {
  const { tx, app } = write;
  const archived = plan.archived.map(({ id }) => current.checks.get(id)!);
  await readAllAhead(write, current);
  for (const { id, sectionId } of archived) {
    leaveSection(write, sectionId, current.statusRows.get(id));
    await moveInCycles(write, id, { from: sectionId, to: null }, []);
  }
  write.added -= archived.length;
  const archivedAt = app.updatedAt;
  updateChecks(
    tx,
    archived.map((check) => ({ ...check, archivedAt })),
  );
  await yieldToEventLoop();
  const before = write.appConfig.platforms;
  await changeAppConfig(write, { actor, platforms: plan.app.platforms, repositories: plan.app.repositories }, {});
  if (write.appConfig.platforms !== before) {
    current.statusRows = groupBy(await listPlatformStatusesOfApp(tx, app.id), ({ checkId }) => checkId);
  }
  // Other platforms may have changed all of them.
  await readAllAhead(write, current);
  const sections = applySections(write, plan, current);
  // New sections must be in the table before a check moves there: whoever reads the table has them written.
  if (plan.sections.some(({ known }) => known === null)) await listSections(tx, app);
  updateWords(tx, words);
  const marked = await applyChecks(write, plan, sections, current);
  const deleted = new Set(plan.deleted.map(({ id }) => id));
  await moveSectionsToArchive(
    tx,
    current.sections.filter(({ id }) => deleted.has(id)),
    archivedAt,
  );
  if (marked.size === 0) return;
  usePlatforms(write, [...marked]);
  await closeIssuesWithNothingOpen(write, await listPartlyFixedInApp(tx, app.id), causeOf(actor));
}

async function readAllAhead({ tx, appConfig }: AppWrite, { checks }: CurrentRunbook): Promise<void> {
  const onPlatform = new Map(appConfig.platforms.map(({ code }) => [code, checks.keys()]));
  await readCycleStatusesAhead(tx, appConfig.openCycles, onPlatform);
}

/** Gives the rows of the sections as they are after it. */
function applySections(
  write: AppWrite,
  plan: ImportWrites["plan"],
  current: CurrentRunbook,
): Map<PlannedSection, Section> {
  const rows = new Map(current.sections.map((section) => [section.id, section]));
  const refs = new Set([...current.sections, ...plan.sections].map(({ ref }) => ref));
  const after = new Map<PlannedSection, Section>();
  for (const planned of plan.sections) {
    const { known, title, position } = planned;
    if (known === null) {
      const ref = planned.ref ?? freeRef(write, "S", (one) => refs.has(one));
      after.set(planned, addSection(write, [], { ref, title, position }));
      continue;
    }
    const row = rows.get(known.id)!;
    const changed = { ...row, ref: planned.ref!, title, position };
    if (row.ref !== changed.ref || row.title !== title || row.position !== position) updateSection(write.tx, changed);
    after.set(planned, changed);
  }
  return after;
}

/** Gives the platforms that marks were set or cleared for. */
async function applyChecks(
  write: AppWrite,
  plan: ImportWrites["plan"],
  sections: ReadonlyMap<PlannedSection, Section>,
  current: CurrentRunbook,
): Promise<Set<string>> {
  const planned = plan.sections.flatMap(({ checks }) => checks);
  const refs = new Set([...current.refs, ...planned.map(({ ref }) => ref)]);
  const marked = new Set<string>();
  let written = 0;
  const changed: LiveCheck[] = [];
  for (const section of plan.sections) {
    const row = sections.get(section)!;
    for (const check of section.checks) {
      if (++written % AT_ONCE === 0) {
        updateChecks(write.tx, changed.splice(0));
        await yieldToEventLoop();
      }
      const { known, notApplicable } = check;
      if (known === null) {
        const ref = check.ref ?? freeRef(write, "C", (one) => refs.has(one));
        addCheck(write, row, { ...check, ref, notApplicable: [...notApplicable] });
        for (const code of notApplicable) marked.add(code);
        continue;
      }
      const after = await changeCheck(write, check, row.id, current);
      if (after !== null) changed.push(after);
      if (sameSet(notApplicable, known.notApplicable)) continue;
      for (const code of [...notApplicable, ...known.notApplicable]) marked.add(code);
      await mark(write, { id: known.id, sectionId: row.id }, notApplicable, current.statusRows.get(known.id));
    }
  }
  updateChecks(write.tx, changed);
  return marked;
}

/** The check as it must be written; null when it is so already. */
async function changeCheck(
  write: AppWrite,
  check: PlannedCheck,
  sectionId: string,
  { checks, statusRows }: CurrentRunbook,
): Promise<LiveCheck | null> {
  const before = checks.get(check.known!.id)!;
  const { title, instructions, position } = check;
  if (sectionId !== before.sectionId) {
    leaveSection(write, before.sectionId, statusRows.get(before.id));
    const gained = emptyTally();
    const rows = statusRows.get(before.id) ?? [];
    for (const { status } of rows) count(gained, status);
    tally(write, sectionId, 1, gained);
    await moveInCycles(write, before.id, { from: before.sectionId, to: sectionId }, rows);
  }
  const isSame =
    before.title === title &&
    before.instructions === instructions &&
    before.position === position &&
    before.sectionId === sectionId;
  return isSame ? null : { ...before, title, instructions, position, sectionId };
}

function leaveSection(write: AppWrite, sectionId: string, statusRows: readonly PlatformStatusRow[] = []): void {
  const lost = emptyTally();
  for (const { status } of statusRows) count(lost, status, -1);
  tally(write, sectionId, -1, lost);
}

async function mark(
  write: AppWrite,
  check: { id: string; sectionId: string },
  codes: readonly string[],
  statusRows?: PlatformStatusRow[],
): Promise<void> {
  const change = (statusRow: PlatformStatusRow) => {
    statusRow.notApplicable = codes.includes(statusRow.platform) ? 1 : 0;
  };
  await recomputeStatuses(write, check, change, { statusRows });
}
