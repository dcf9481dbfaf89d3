// Cycles: rounds of testing of an app, the open ones and those that are closed for good.
import { type Reach, reaches } from "../../domain/access/grant.ts";
import type { OpenCycle } from "../../domain/apps/app-config.ts";
import type { CycleState } from "../../domain/cycles/cycle.ts";
import { notFound } from "../../domain/fault.ts";
import { MAX_OPEN_CYCLES } from "../../domain/limits.ts";
import type { Tally } from "../../domain/status/summary.ts";
import { AFTER_EVERY_ID } from "../../lib/ids.ts";
import { suggestion } from "../../lib/text/did-you-mean.ts";
import { quote } from "../../lib/text/text.ts";
import { formOf } from "../../lib/text/visible-text.ts";
import { APP_COLUMNS, type App, flushApps } from "../apps/apps.ts";
import {
  columnsOf,
  command,
  insert,
  query,
  queryPairs,
  type Reads,
  type Tx,
  type Value,
  withList,
} from "../database/database.ts";

/** A section that a cycle names, as it was called when the cycle was started, or closed. */
export interface ScopeSection {
  id: string;
  ref: string;
  title: string;
}

/** Counts of platform-checks, and of the checks that they belong to. */
export interface CheckTally extends Tally {
  checks: number;
}

export interface Cycle extends Pick<OpenCycle, "id" | "name" | "build" | "startRevision"> {
  appId: string;
  /** Codes of platforms; null means all. */
  platforms: string[] | null;
  sections: ScopeSection[] | null;
  /** Codes in their order, as they were when it was closed; null while it is open. */
  frozenPlatforms: string[] | null;
  /** The cycle that it was started with the rest of. */
  fromCycleId: string | null;
  startedAt: number;
  startedBy: string;
  closedAt: number | null;
  closedBy: string | null;
  /** The tally at which it was closed; an open cycle is tallied from its sections. */
  final: CheckTally & { openIssues: number };
}

interface Row extends Omit<Cycle, "platforms" | "sections" | "frozenPlatforms" | "final">, CheckTally {
  platforms: string | null;
  sections: string | null;
  frozenPlatforms: string | null;
  openIssues: number;
}

const COLUMNS = {
  id: "id",
  appId: "app_id",
  name: "name",
  build: "build",
  platforms: "platforms",
  sections: "sections",
  fromCycleId: "from_cycle_id",
  startRevision: "start_revision",
  startedAt: "started_at",
  startedBy: "started_by",
  closedAt: "closed_at",
  closedBy: "closed_by",
  checks: "checks",
  passed: "passed",
  failed: "failed",
  needsRetest: "needs_retest",
  untested: "untested",
  notApplicable: "not_applicable",
  openIssues: "open_issues",
  frozenPlatforms: "frozen_platforms",
};

const byId = query<Row>(COLUMNS, "from cycle where id = ?");
/** The names of its testers stand in its answers, and are not the app's: who is called otherwise changes no revision. */
const withApp = queryPairs<Row & { testerNames: string | null }, App>(
  {
    ...columnsOf("k", COLUMNS),
    testerNames: `(select string_agg(p.name, '\n' order by t.section_id, t.person_id)
      from cycle_tester t join person p on p.id = t.person_id where t.cycle_id = k.id)`,
  },
  columnsOf("a", APP_COLUMNS),
  "from cycle k join app a on a.id = k.app_id where k.id = ? and a.archived_at is null",
);
const byForm = query<Row>(COLUMNS, "from cycle where app_id = ? and name_form = ?");
const IN_STATE: Record<CycleState | "all", string> = {
  all: "",
  open: " and closed_at is null",
  closed: " and closed_at is not null",
};
const page = (which: string) =>
  query<Row>(COLUMNS, `from cycle where app_id = ? and id < ?${which} order by id desc limit ?`);
const pages = { all: page(IN_STATE.all), open: page(IN_STATE.open), closed: page(IN_STATE.closed) };
const names = withList((oneOf) =>
  query<{ id: string; name: string }>({ id: "id", name: "name" }, `from cycle where id ${oneOf}`),
);
const counted = query<{ n: number }>({ n: "count(*)" }, "from cycle where app_id = ?");
const add = insert("cycle", [...Object.values(COLUMNS), "name_form"]);
const change = command("update cycle set name = ?, name_form = ?, build = ? where id = ?");
const close =
  command(`update cycle set closed_at = ?, closed_by = ?, sections = ?, frozen_platforms = ?, checks = ?, passed = ?, failed = ?,
  needs_retest = ?, untested = ?, not_applicable = ?, open_issues = ? where id = ?`);

/** Codes in their order: as the app has them, or had them when the cycle was closed. */
export function platformsOfCycle(cycle: Cycle, appPlatforms: readonly { code: string }[]): string[] {
  if (cycle.frozenPlatforms !== null) return cycle.frozenPlatforms;
  const codes = appPlatforms.map(({ code }) => code);
  return codes.filter((code) => cycle.platforms === null || cycle.platforms.includes(code));
}

export function isOpen({ closedAt }: Pick<Cycle, "closedAt">): boolean {
  return closedAt === null;
}

/** A cycle and its app, both as of one moment. */
export interface ReachedCycle {
  app: App;
  cycle: Cycle;
  /** What all that is shown of the cycle depends on: the revision of its app, and what its testers are called. */
  version: string;
}

/** Finds a cycle; one out of reach reads as absent. Throws `not_found`. */
export async function reachCycle(db: Reads, reach: Reach, id: string): Promise<ReachedCycle> {
  flushApps(db);
  const found = await db.get(withApp, id);
  if (found === undefined || !reaches(reach, found.second)) throw notFound("cycle");
  const { testerNames, ...row } = found.first;
  const app = found.second;
  return { app, cycle: cycleOf(row), version: `${app.id}:${app.revision} ${testerNames ?? ""}` };
}

/** One of the app's, by id, else by exact name. Throws `not_found`. */
export async function getCycleOfApp(db: Reads, app: App, name: string): Promise<Cycle> {
  const identified = await db.get(byId, name);
  const row = identified?.appId === app.id ? identified : await db.get(byForm, app.id, formOf(name));
  if (row === undefined || (row.id !== name && row.name !== name)) {
    const open = await listCycles(db, app, "open", null, MAX_OPEN_CYCLES);
    throw notFound(
      `cycle as ${quote(name)}`,
      suggestion(
        name,
        open.map((cycle) => cycle.name),
      ),
    );
  }
  return cycleOf(row);
}

/** One of the app's whose name is this one, or can't be told from it. */
export async function findCycleLike(db: Reads, app: App, name: string): Promise<Cycle | undefined> {
  const row = await db.get(byForm, app.id, formOf(name));
  return row === undefined ? undefined : cycleOf(row);
}

/** An app's cycles, newest first. */
export async function listCycles(
  db: Reads,
  app: App,
  state: CycleState | "all",
  beforeId: string | null,
  limit: number,
): Promise<Cycle[]> {
  return (await db.all(pages[state], app.id, beforeId ?? AFTER_EVERY_ID, limit)).map(cycleOf);
}

export async function countCycles(db: Reads, app: App): Promise<number> {
  return (await db.get(counted, app.id))!.n;
}

/** What cycles of an app that was reached are called, by their ids. */
export async function listCycleNames(db: Reads, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await db.all(names[db.dialect], JSON.stringify(ids));
  return new Map(found.map(({ id, name }) => [id, name]));
}

export function insertCycle(tx: Tx, cycle: Cycle): void {
  const row = rowOf(cycle);
  tx.run(add, ...(Object.keys(COLUMNS) as (keyof Row)[]).map((field) => row[field] as Value), formOf(cycle.name));
}

/** Saves a cycle's name and build. */
export function updateCycle(tx: Tx, { id, name, build }: Cycle): void {
  tx.run(change, name, formOf(name), build, id);
}

/** Saves the figures with which a cycle was closed. */
export function updateClosedCycle(tx: Tx, cycle: Cycle): void {
  const { closedAt, closedBy, sections, frozenPlatforms, final, id } = cycle;
  const { checks, passed, failed, needsRetest, untested, notApplicable, openIssues } = final;
  const counts = [checks, passed, failed, needsRetest, untested, notApplicable, openIssues];
  tx.run(close, closedAt, closedBy, jsonOf(sections), jsonOf(frozenPlatforms), ...counts, id);
}

function cycleOf(row: Row): Cycle {
  const { checks, passed, failed, needsRetest, untested, notApplicable, openIssues, ...own } = row;
  return {
    ...own,
    platforms: listIn<string>(row.platforms),
    sections: listIn<ScopeSection>(row.sections),
    frozenPlatforms: listIn<string>(row.frozenPlatforms),
    final: { checks, passed, failed, needsRetest, untested, notApplicable, openIssues },
  };
}

function rowOf({ final, ...own }: Cycle): Row {
  const { platforms, sections, frozenPlatforms } = own;
  const lists = { platforms: jsonOf(platforms), sections: jsonOf(sections), frozenPlatforms: jsonOf(frozenPlatforms) };
  return { ...own, ...final, ...lists };
}

function listIn<Entry>(json: string | null): Entry[] | null {
  return json === null ? null : (JSON.parse(json) as Entry[]);
}

function jsonOf(list: readonly unknown[] | null): string | null {
  return list === null ? null : JSON.stringify(list);
}
