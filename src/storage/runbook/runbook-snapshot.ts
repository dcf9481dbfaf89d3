// A runbook with all its statuses, read in one statement: all of it is of the one revision that it names.

import type { Platform } from "../../domain/apps/platforms.ts";
import type { Status } from "../../domain/status/platform-status.ts";
import type { Awaitable } from "../../lib/async/awaitable.ts";
import type { App, Mode } from "../apps/apps.ts";
import type { Query, Reads, Value } from "../database/database.ts";

export interface SnapshotCheck {
  id: string;
  sectionId: string;
  ref: string;
  title: string;
  hasInstructions: boolean;
  /** Statuses under the codes of platforms; checks with the same statuses share one map. */
  platformStatuses: ReadonlyMap<string, { status: Status; openIssues: number }>;
}

export interface RunbookSnapshot {
  revision: number;
  /** False: only those checks whose statuses changed after the revision asked for. */
  isWhole: boolean;
  app: { id: string; name: string; mode: Mode };
  platforms: Platform[];
  sections: { id: string; ref: string; title: string }[];
  checks: SnapshotCheck[];
}

interface Row {
  kind: number;
  texts: [id: string, string, string, string, platformStatuses: string | null];
  numbers: [place: number, number];
}

const KIND = { app: 0, platform: 1, section: 2, check: 3 };

/**
 * The platform statuses of a check come as one text, because a row for each would take five times as long.
 * The code of a platform has no comma. A check has a status for each platform of its app, and an app has a platform at least.
 */
const everything = (statuses: string, from: string): Query<Row> => ({
  text: `select ${KIND.app}, id, name, mode, '', '', revision, structure_revision from app where id = ? and workspace_id = ?
  union all
  select ${KIND.platform}, code, label, '', '', '', position, 0 from platform where app_id = ?
  union all
  select ${KIND.section}, id, ref, title, '', '', position, 0 from section where app_id = ?
  union all
  select ${KIND.check}, c.id, c.section_id, c.ref, c.title, ${statuses},
    c.position, case when c.instructions is null then 0 else 1 end
    from ${from}`,
  read: ([kind, a, b, c, d, e, m, n]: Value[]) => ({ kind, texts: [a, b, c, d, e], numbers: [m, n] }) as unknown as Row,
});
const CHECKS = '"check" c where c.app_id = ? and c.archived_at is null';
/** Looked up check by check: as EXISTS, PostgreSQL may join it, and for that read the statuses of every app. */
const CHANGED = "(select n.revision from standing n where n.check_id = c.id and n.revision > ? limit 1) is not null";
const PLAIN = `(select string_agg(g.status || ' ' || g.open_issues || ' ' || g.platform, ',')
  from standing g where g.check_id = c.id)`;
const plain = everything(PLAIN, CHECKS);
const plainSince = everything(PLAIN, `${CHECKS} and ${CHANGED}`);
/** A check's statuses in the cycle. Only these two can have open issues, so the others spare the look. */
const IN_CYCLE = `string_agg(k.status || ' ' || case when k.status in ('failed', 'not_applicable') then
    (select g.open_issues from standing g where g.check_id = k.check_id and g.platform = k.platform) else 0 end || ' ' || k.platform, ',')`;
/** Reads all rows of the cycle in one go: they are stored together, not check by check. */
const inCycle = everything(
  "s.statuses",
  `(select k.check_id, ${IN_CYCLE} as statuses from cycle_status k where k.cycle_id = ? group by k.check_id) s
    join "check" c on c.id = s.check_id where c.app_id = ? and c.archived_at is null`,
);
const inCycleSince = everything(
  `(select ${IN_CYCLE} from cycle_status k where k.cycle_id = ? and k.check_id = c.id)`,
  `${CHECKS} and (${CHANGED} or c.id in (select n.check_id from cycle_status n where n.cycle_id = ? and n.revision > ?))`,
);

/**
 * The checks whose statuses changed after the revision `since`; all of it when that can't be told, because the runbook itself has
 * changed since then, or there has been no such revision yet. Of an open cycle, where one is named, only what is in it.
 */
export async function readRunbookSnapshot(
  db: Reads,
  app: App,
  since: number | null,
  cycleId: string | null = null,
): Promise<RunbookSnapshot> {
  if (since !== null && since >= app.structureRevision && since <= app.revision) {
    const read = await readSince(db, app, since, cycleId);
    // It may have changed after the app was read.
    if (since >= read.structureRevision) return read.runbook;
  }
  return (await readSince(db, app, null, cycleId)).runbook;
}

async function readSince(
  db: Reads,
  app: App,
  since: number | null,
  cycleId: string | null,
): Promise<{ runbook: RunbookSnapshot; structureRevision: number }> {
  const rows = await listRows(db, app, since, cycleId);
  const listed: [Row[], Row[], Row[], Row[]] = [[], [], [], []];
  for (const row of rows) listed[row.kind]!.push(row);
  const [[{ texts, numbers }], platforms, sections, checks] = listed as [[Row], Row[], Row[], Row[]];
  const readPlatformStatuses = platformStatusReader();
  const placeOfSection = new Map(sections.sort(inOrder).map((row, place) => [row.texts[0], place]));
  const inRunbook = (a: Row, b: Row) =>
    placeOfSection.get(a.texts[1])! - placeOfSection.get(b.texts[1])! || inOrder(a, b);
  const runbook: RunbookSnapshot = {
    revision: numbers[0],
    isWhole: since === null,
    app: { id: app.id, name: texts[1], mode: texts[2] as Mode },
    platforms: platforms.sort(inOrder).map(({ texts: [code, label] }) => ({ code, label })),
    sections: sections.map((row) => ({ id: row.texts[0], ref: row.texts[1], title: row.texts[2] })),
    checks: checks
      // What is not in the cycle has no status there.
      .filter(({ texts: [, , , , statuses] }) => statuses !== null)
      .sort(inRunbook)
      .map(({ texts: [checkId, sectionId, ref, title, statuses], numbers: [, instructions] }) => ({
        id: checkId,
        sectionId,
        ref,
        title,
        hasInstructions: instructions === 1,
        platformStatuses: readPlatformStatuses(statuses!),
      })),
  };
  return { runbook, structureRevision: numbers[1] };
}

function listRows(db: Reads, { id, workspaceId }: App, since: number | null, cycleId: string | null): Awaitable<Row[]> {
  const start = [id, workspaceId, id, id];
  if (cycleId === null) return since === null ? db.all(plain, ...start, id) : db.all(plainSince, ...start, id, since);
  return since === null
    ? db.all(inCycle, ...start, cycleId, id)
    : db.all(inCycleSince, ...start, cycleId, id, since, cycleId, since);
}

/** Reads `status open-issues platform,…`. Most checks of a runbook have the same statuses: each text is read once. */
export function platformStatusReader(): (text: string) => SnapshotCheck["platformStatuses"] {
  const known = new Map<string, SnapshotCheck["platformStatuses"]>();
  return (text) => {
    let read = known.get(text);
    if (read === undefined) {
      read = new Map(text.split(",").map(readPlatformStatus));
      known.set(text, read);
    }
    return read;
  };
}

function readPlatformStatus(text: string): [platform: string, { status: Status; openIssues: number }] {
  const first = text.indexOf(" ");
  const second = text.indexOf(" ", first + 1);
  const status = text.slice(0, first) as Status;
  return [text.slice(second + 1), { status, openIssues: Number(text.slice(first + 1, second)) }];
}

function inOrder(a: Row, b: Row): number {
  return a.numbers[0] - b.numbers[0] || (a.texts[0] < b.texts[0] ? -1 : 1);
}
