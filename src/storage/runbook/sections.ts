// Sections in runbook order, each with the tally of its platform-checks.

import type { Reach } from "../../domain/access/grant.ts";
import { notFound } from "../../domain/fault.ts";
import { addTally, isEmptyTally, type Tally } from "../../domain/status/summary.ts";
import type { App } from "../apps/apps.ts";
import { rowInReach } from "../apps/row-in-reach.ts";
import { command, insert, query, type Reads, type Tx, withList } from "../database/database.ts";
import { updateRow } from "../database/row-changes.ts";
import { cached } from "../database/write-cache.ts";

export interface Section extends Tally {
  id: string;
  appId: string;
  ref: string;
  title: string;
  position: number;
  createdAt: number;
  checks: number;
}

const COLUMNS = {
  id: "id",
  appId: "app_id",
  ref: "ref",
  title: "title",
  position: "position",
  createdAt: "created_at",
  checks: "checks",
  passed: "passed",
  failed: "failed",
  needsRetest: "needs_retest",
  untested: "untested",
  notApplicable: "not_applicable",
};

const ofApp = query<Section>(COLUMNS, "from section where app_id = ? order by position, id");
const tallies = query<Tally & { appId: string }>(
  {
    appId: "app.id",
    passed: "cast(sum(section.passed) as bigint)",
    failed: "cast(sum(section.failed) as bigint)",
    needsRetest: "cast(sum(section.needs_retest) as bigint)",
    untested: "cast(sum(section.untested) as bigint)",
    notApplicable: "cast(sum(section.not_applicable) as bigint)",
  },
  "from app join section on section.app_id = app.id where app.workspace_id = ? group by app.id",
);
const byId = query<Section>(COLUMNS, "from section where id = ?");
const add = insert("section", Object.values(COLUMNS));
const save = command("update section set ref = ?, title = ?, position = ? where id = ?");
const TALLIED = ["checks", "passed", "failed", "needs_retest", "untested", "not_applicable"];
const addToTally = updateRow(
  "section",
  TALLIED.map((column) => `${column} bigint`).join(", "),
  "id text",
  TALLIED.map((column) => `${column} = section.${column} + {${column}}`).join(", "),
);
const drop = command("delete from section where id = ?");
const leave = command('update "check" set section_id = null, archived_section_id = section_id where section_id = ?');
const keep = (which: string) =>
  `insert into archived_section (id, app_id, ref, title, position, created_at, archived_at)
   select id, app_id, ref, title, position, created_at, ? from section where id ${which}`;
const keepOne = command(keep("= ?"));
const issueOn = query<{ id: string }>({ id: "id" }, "from issue where section_id = ? limit 1");

export async function listSections(db: Reads, app: App): Promise<Section[]> {
  flushTallies(db);
  return db.all(ofApp, app.id);
}

/** Tallies of all apps with sections in a workspace; the caller picks those in reach. */
export async function listAppTallies(db: Reads, workspaceId: string): Promise<Map<string, Tally>> {
  const rows = await db.all(tallies, workspaceId);
  return new Map(rows.map(({ appId, ...tally }) => [appId, tally]));
}

export async function findSectionById(db: Reads, reach: Reach, id: string): Promise<Section | undefined> {
  flushTallies(db);
  return rowInReach(db, reach, await db.get(byId, id));
}

/** Throws `not_found`. */
export async function getSection(db: Reads, reach: Reach, id: string): Promise<Section> {
  const section = await findSectionById(db, reach, id);
  if (section === undefined) throw notFound("section");
  return section;
}

export function insertSection(tx: Tx, section: Section): void {
  tx.run(add, ...(Object.keys(COLUMNS) as (keyof Section)[]).map((field) => section[field]));
}

export function updateSection(tx: Tx, section: Section): void {
  tx.run(save, section.ref, section.title, section.position, section.id);
}

/** How the gains and losses of sections are named in the write cache. */
const TALLY = "tally";

interface Gain {
  checks: number;
  tally: Tally;
}

/** What a section gains or loses; it is collected and written once, at the end of the transaction. */
export function updateSectionTally(tx: Tx, id: string, checks: number, change: Tally): void {
  const gains = tx.cache.rows<Gain>(TALLY);
  const before = gains.get(id);
  const sum = { checks: checks + (before?.checks ?? 0), tally: { ...change } };
  if (before !== undefined) addTally(sum.tally, before.tally);
  gains.set(id, sum);
}

/** Writes the tallies that are cached. Whoever reads sections within a transaction comes here first. */
export function flushTallies(db: Reads): void {
  const gains = cached<Gain>(db, TALLY);
  if (gains === undefined || gains.size === 0) return;
  for (const [id, gain] of gains) writeTally(db as Tx, id, gain);
  gains.clear();
}

function writeTally(tx: Tx, id: string, { checks, tally }: Gain): void {
  const { passed, failed, needsRetest, untested, notApplicable } = tally;
  if (checks !== 0 || !isEmptyTally(tally)) {
    tx.run(addToTally, checks, passed, failed, needsRetest, untested, notApplicable, id);
  }
}

/** Whether an issue sits on the section itself. */
export async function hasIssues(db: Reads, section: Section): Promise<boolean> {
  return (await db.get(issueOn, section.id)) !== undefined;
}

/** Archives an empty section; archived checks that were in it stay, in no section. It can be brought back. */
export function moveSectionToArchive(tx: Tx, section: Section, archivedAt: number): void {
  tx.run(keepOne, archivedAt, section.id);
  tx.run(leave, section.id);
  tx.run(drop, section.id);
}

const leaveMany = withList((oneOf) =>
  command(`update "check" set section_id = null, archived_section_id = section_id where section_id ${oneOf}`),
);
const keepMany = withList((oneOf) => command(keep(oneOf)));
const dropMany = withList((oneOf) => command(`delete from section where id ${oneOf}`));
/** For each deleted section the database looks for checks that are left in it, so not too many go at once. */
const DROPPED_AT_ONCE = 20;

/** Archives many empty sections, which are looked for together. */
export async function moveSectionsToArchive(tx: Tx, sections: readonly Section[], archivedAt: number): Promise<void> {
  if (sections.length === 0) return;
  const ids = sections.map(({ id }) => id);
  tx.run(keepMany[tx.dialect], archivedAt, JSON.stringify(ids));
  tx.run(leaveMany[tx.dialect], JSON.stringify(ids));
  for (let i = 0; i < ids.length; i += DROPPED_AT_ONCE) {
    tx.run(dropMany[tx.dialect], JSON.stringify(ids.slice(i, i + DROPPED_AT_ONCE)));
    // What has been sent is waited for: statements that wait for others in line would run out of time.
    await tx.get(byId, ids[i]!);
  }
}
