// What left the runbook: archived checks, and sections that were deleted.

import type { Reach } from "../../domain/access/grant.ts";
import { notFound } from "../../domain/fault.ts";
import type { App } from "../apps/apps.ts";
import { rowInReach } from "../apps/row-in-reach.ts";
import { command, query, type Reads, type Tx, type Value } from "../database/database.ts";
import type { CheckCondition } from "../runbook/check-pages.ts";
import { CHECK_COLUMNS, type Check } from "../runbook/checks.ts";
import type { Section } from "../runbook/sections.ts";

export interface ArchivedSection extends Pick<Section, "id" | "appId" | "ref" | "title" | "position" | "createdAt"> {
  archivedAt: number;
}

/** An archived check with its former section, if that is known: it may be deleted. */
export interface ArchivedCheck {
  id: string;
  ref: string;
  title: string;
  archivedAt: number;
  sectionId: string | null;
  sectionRef: string | null;
  sectionTitle: string | null;
  isSectionGone: number;
}

/** Where a page begins: behind what was archived then. */
export interface ArchivedPlace {
  archivedAt: number;
  id: string;
}

const SECTION = {
  id: "id",
  appId: "app_id",
  ref: "ref",
  title: "title",
  position: "position",
  createdAt: "created_at",
  archivedAt: "archived_at",
};
const sectionById = query<ArchivedSection>(SECTION, "from archived_section where id = ?");
const dropSection = command("delete from archived_section where id = ?");
const rejoin = command(
  `update "check" set section_id = archived_section_id, archived_section_id = null
   where app_id = ? and archived_at is not null and section_id is null and archived_section_id = ?`,
);
const setBehind = command('update "check" set archived_behind_id = ? where id = ?');
const oldPlace = query<{ position: number; behindId: string | null }>(
  { position: "position", behindId: "archived_behind_id" },
  'from "check" where id = ?',
);
const lastSection = query<{ id: string | null }>({ id: "archived_section_id" }, 'from "check" where id = ?');
const archivedWith = query<Check>(
  CHECK_COLUMNS,
  'from "check" c where c.app_id = ? and c.archived_at = ? and c.section_id = ? order by c.position, c.id',
);

const LISTED = {
  id: "c.id",
  ref: "c.ref",
  title: "c.title",
  archivedAt: "c.archived_at",
  sectionId: "coalesce(s.id, a.id)",
  sectionRef: "coalesce(s.ref, a.ref)",
  sectionTitle: "coalesce(s.title, a.title)",
  isSectionGone: "case when s.id is null then 1 else 0 end",
};

interface Listing {
  behind: ArchivedPlace | null;
  limit: number;
  /** Limits the list to the entry with this id, or to checks with this ref, which several archived checks may share. */
  named?: string | undefined;
}

/** The latest first. */
export async function listArchivedChecks(db: Reads, app: App, { named, ...page }: Listing): Promise<ArchivedCheck[]> {
  if (named === undefined) return archivedChecks(db, app, page, null);
  const byId = await archivedChecks(db, app, page, { text: "c.id = ?", values: [named] });
  if (byId.length > 0) return byId;
  return archivedChecks(db, app, page, { text: "lower(c.ref) = lower(?)", values: [named] });
}

async function archivedChecks(db: Reads, app: App, { behind, limit }: Listing, name: CheckCondition | null) {
  // Those of one name are few: they are found by it, never by looking through all that were archived before.
  const time = name === null ? "c.archived_at" : "c.archived_at + 0";
  const page = query<ArchivedCheck>(
    LISTED,
    `from "check" c left join section s on s.id = c.section_id left join archived_section a on a.id = c.archived_section_id
     where c.app_id = ? ${name === null ? "" : `and ${name.text}`} and c.archived_at is not null ${beyond(behind, time, "c.id")}
     order by c.archived_at desc, c.id desc limit ?`,
  );
  return db.all(page, app.id, ...(name?.values ?? []), ...placed(behind), limit);
}

/** The latest first. */
export async function listArchivedSections(db: Reads, app: App, { behind, limit, named }: Listing) {
  const only = named === undefined ? "" : "and id = ?";
  const page = query<ArchivedSection>(
    SECTION,
    `from archived_section where app_id = ? ${only} ${beyond(behind, "archived_at", "id")} order by archived_at desc, id desc limit ?`,
  );
  return db.all(page, app.id, ...(named === undefined ? [] : [named]), ...placed(behind), limit);
}

function beyond(behind: ArchivedPlace | null, time: string, id: string): string {
  return behind === null ? "" : `and (${time}, ${id}) < (?, ?)`;
}

function placed(behind: ArchivedPlace | null): Value[] {
  return behind === null ? [] : [behind.archivedAt, behind.id];
}

/** Throws `not_found`. */
export async function getArchivedSection(db: Reads, reach: Reach, id: string): Promise<ArchivedSection> {
  const section = await rowInReach(db, reach, await db.get(sectionById, id));
  if (section === undefined) throw notFound("section");
  return section;
}

/** The section that an archived check was in when that was deleted; undefined if it is not known. */
export async function findArchivedSectionOf(db: Reads, checkId: string): Promise<ArchivedSection | undefined> {
  const last = (await db.get(lastSection, checkId))?.id ?? null;
  return last === null ? undefined : db.get(sectionById, last);
}

/** Notes the check behind which another was when it was archived; null for the first. */
export function noteBehind(tx: Tx, checkId: string, behindId: string | null): void {
  tx.run(setBehind, behindId, checkId);
}

/** An archived check's former position, and the check that it was behind. */
export async function findOldPlace(db: Reads, checkId: string) {
  return db.get(oldPlace, checkId);
}

/** The section is in its table again: the archived checks that were in it are so, too. */
export function dropArchivedSection(tx: Tx, section: ArchivedSection): void {
  tx.run(rejoin, section.appId, section.id);
  tx.run(dropSection, section.id);
}

/** Archived checks of a section that were archived together with it. */
export async function listArchivedWith(db: Reads, section: ArchivedSection): Promise<Check[]> {
  return db.all(archivedWith, section.appId, section.archivedAt, section.id);
}
