// Everybody's inbox. Reach is looked at when it is read: what is out of somebody's reach, or archived, is not in it meanwhile.
import type { Reach } from "../../domain/access/grant.ts";
import type { InboxKind } from "../../domain/inbox/inbox.ts";
import { MAX_UNREAD_COUNTED } from "../../domain/limits.ts";
import { firstIdAt } from "../../lib/ids.ts";
import {
  command,
  type Dialect,
  type Query,
  query,
  type Reads,
  type SqlCommand,
  type Tx,
  withList,
} from "../database/database.ts";

export interface InboxEntry {
  id: string;
  personId: string;
  appId: string;
  kind: InboxKind;
  issueId: string | null;
  cycleId: string | null;
  commentId: string | null;
  connectionId: string | null;
  /** Who did it last, as the product shows them. */
  by: string;
  /** The id of the person who did it; null for a key or a tool. */
  actorId: string | null;
  /** How often it happened while it was unread. */
  times: number;
  at: number;
  /** The app's revision with which the entry was made. */
  revision: number;
  readAt: number | null;
}

/** The person whose inbox it is, with what they reach now. */
export interface Inbox {
  reach: Reach;
  personId: string;
}

/** An entry as the API shows it. */
export interface ShownInboxEntry
  extends Pick<InboxEntry, "id" | "kind" | "appId" | "commentId" | "by" | "times" | "at" | "readAt"> {
  appName: string;
  issueId: string | null;
  prefix: string;
  number: number | null;
  document: string | null;
  cycleId: string | null;
  cycleName: string | null;
  cycleClosedAt: number | null;
  connectionId: string | null;
  connectionName: string | null;
}

const SHOWN: Record<keyof ShownInboxEntry, string> = {
  id: "e.id",
  kind: "e.kind",
  appId: "e.app_id",
  appName: "app.name",
  commentId: "e.comment_id",
  by: "coalesce(actor.name, e.actor)",
  times: "e.times",
  at: "e.at",
  readAt: "e.read_at",
  issueId: "issue.id",
  prefix: "app.prefix",
  number: "issue.number",
  document: "issue.document",
  cycleId: "cycle.id",
  cycleName: "cycle.name",
  cycleClosedAt: "cycle.closed_at",
  connectionId: "connection.id",
  connectionName: "connection.name",
};
const IN_REACH = "join app on app.id = e.app_id and app.workspace_id = ? and app.archived_at is null";
const AND_SUBJECT = `left join issue on issue.id = e.issue_id left join cycle on cycle.id = e.cycle_id
  left join connection on connection.id = e.connection_id left join person actor on actor.id = e.actor_id`;

/** One statement for people who reach all apps, and one for those who reach some. */
interface ByReach<Row> {
  all: Query<Row>;
  some: Record<Dialect, Query<Row>>;
}

function byReach<Row extends object>(
  columns: Record<keyof Row, string>,
  rest: (scope: string) => string,
): ByReach<Row> {
  return {
    all: query<Row>(columns, rest("")),
    some: withList((oneOf) => query<Row>(columns, rest(`and e.app_id ${oneOf}`))),
  };
}

const page = byReach<ShownInboxEntry>(
  SHOWN,
  (scope) => `from inbox_entry e ${IN_REACH} ${AND_SUBJECT}
    where e.person_id = ? ${scope} and (e.at, e.id) < (?, ?) order by e.at desc, e.id desc limit ?`,
);
const unreadPage = byReach<ShownInboxEntry>(
  SHOWN,
  (scope) => `from inbox_entry e ${IN_REACH} ${AND_SUBJECT}
    where e.person_id = ? ${scope} and e.read_at is null and e.at >= ? and (e.at, e.id) < (?, ?) order by e.at desc, e.id desc limit ?`,
);
const unread = byReach<{ n: number }>(
  { n: "count(*)" },
  (scope) => `from (select 1 from inbox_entry e ${IN_REACH} where e.person_id = ? and e.read_at is null ${scope}
    limit ${MAX_UNREAD_COUNTED}) found`,
);
const add = command(`insert into inbox_entry
    (id, person_id, app_id, kind, subject, issue_id, cycle_id, comment_id, connection_id, actor, actor_id, times, at, revision, read_at, unmailed)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, null, 1)
  on conflict (person_id, kind, subject) where read_at is null do update set comment_id = coalesce(inbox_entry.comment_id, excluded.comment_id),
    actor = excluded.actor, actor_id = excluded.actor_id, times = inbox_entry.times + 1, at = excluded.at, revision = excluded.revision, read_at = null, unmailed = 1`);
/** Marks entries as read within the reach: what is out of reach, or archived, wasn't seen. */
function marking(which: string): { all: SqlCommand; some: Record<Dialect, SqlCommand> } {
  const mark = `update inbox_entry set read_at = ? where person_id = ? and read_at is null and ${which} and exists
    (select 1 from app where app.id = inbox_entry.app_id and app.workspace_id = ? and app.archived_at is null)`;
  return { all: command(mark), some: withList((oneOf) => command(`${mark} and app_id ${oneOf}`)) };
}

const read = marking("id = ?");
const readAll = marking("at <= ?");
const readOfIssue = marking("issue_id = ? and at <= ?");
const older = query<{ id: string }>({ id: "id" }, "from inbox_entry where id < ? and at < ? order by id limit ?");
const drop = command("delete from inbox_entry where id = ?");
const newsOf: Record<Dialect, Query<{ personId: string; appId: string }>> = {
  sqlite: query<{ personId: string; appId: string }>(
    { personId: "distinct e.person_id", appId: "e.app_id" },
    "from json_each(?) j join inbox_entry e on e.app_id = j.value ->> 0 and e.revision > j.value ->> 1",
  ),
  postgres: query<{ personId: string; appId: string }>(
    { personId: "distinct e.person_id", appId: "e.app_id" },
    "from json_array_elements(?::json) j join inbox_entry e on e.app_id = j ->> 0 and e.revision > (j ->> 1)::bigint",
  ),
};
const AFTER_ALL = { at: Number.MAX_SAFE_INTEGER, id: "~" };

/** A person's entries, newest first. */
export async function listInbox(
  db: Reads,
  whose: Inbox,
  { onlyUnread, after, limit }: { onlyUnread: boolean; after: { at: number; id: string } | null; limit: number },
): Promise<ShownInboxEntry[]> {
  const { at, id } = after ?? AFTER_ALL;
  if (onlyUnread) return allOf(db, unreadPage, whose, 0, at, id, limit);
  return allOf(db, page, whose, at, id, limit);
}

/** Unread entries that came at a moment or later, newest first. */
export async function listUnreadSince(
  db: Reads,
  whose: Inbox,
  since: number,
  limit: number,
): Promise<ShownInboxEntry[]> {
  return allOf(db, unreadPage, whose, since, AFTER_ALL.at, AFTER_ALL.id, limit);
}

/** Counts unread entries up to `MAX_UNREAD_COUNTED`. */
export async function countUnread(db: Reads, whose: Inbox): Promise<number> {
  return (await allOf(db, unread, whose))[0]!.n;
}

function allOf<Row>(db: Reads, { all, some }: ByReach<Row>, { reach, personId }: Inbox, ...rest: (string | number)[]) {
  if (reach.apps === null) return db.all(all, reach.workspaceId, personId, ...rest);
  return db.all(some[db.dialect], reach.workspaceId, personId, JSON.stringify(reach.apps), ...rest);
}

/** People who got an entry in one of these apps after its revision, with those apps. */
export async function listPeopleWithNews(
  db: Reads,
  since: readonly { appId: string; revision: number }[],
): Promise<{ personId: string; appId: string }[]> {
  return db.all(newsOf[db.dialect], JSON.stringify(since.map(({ appId, revision }) => [appId, revision])));
}

/** One that is unread already is brought up to date in place of another. */
export function keepInboxEntry(tx: Tx, entry: InboxEntry): void {
  const { id, personId, appId, kind, issueId, cycleId, commentId, connectionId, by, actorId, at, revision } = entry;
  const subject = issueId ?? cycleId ?? connectionId ?? appId;
  tx.run(add, id, personId, appId, kind, subject, issueId, cycleId, commentId, connectionId, by, actorId, at, revision);
}

export function markEntryRead(tx: Tx, whose: Inbox, id: string, at: number): void {
  mark(tx, read, whose, at, id);
}

/** Which entries are marked as read: those up to a moment, with an issue only that issue's. */
interface SeenEntries {
  until: number;
  issueId: string | null;
}

export function markInboxRead(tx: Tx, whose: Inbox, { until, issueId }: SeenEntries, at: number): void {
  if (issueId === null) mark(tx, readAll, whose, at, until);
  else mark(tx, readOfIssue, whose, at, issueId, until);
}

function mark(
  tx: Tx,
  { all, some }: ReturnType<typeof marking>,
  { reach, personId }: Inbox,
  at: number,
  ...which: (string | number)[]
): void {
  if (reach.apps === null) tx.run(all, at, personId, ...which, reach.workspaceId);
  else tx.run(some[tx.dialect], at, personId, ...which, reach.workspaceId, JSON.stringify(reach.apps));
}

/** Forgets some of what is from before a moment, read or not; says whether there may be more. */
export async function dropInboxBefore(tx: Tx, at: number, limit: number): Promise<boolean> {
  const old = await tx.all(older, firstIdAt("inb", at), at, limit);
  for (const { id } of old) tx.run(drop, id);
  return old.length === limit;
}
