// Attachments: the rows that say where the bytes of each are, and what they are. An issue keeps what it shows of them in its document, a
// result in a column.

import type { Reach } from "../../domain/access/grant.ts";
import type { Attachment, AttachmentKind } from "../../domain/attachments/attachment.ts";
import { notFound } from "../../domain/fault.ts";
import type { App } from "../apps/apps.ts";
import { command, insert, query, type Reads, type Tx, type Value } from "../database/database.ts";
import { getAppIdOfIssue } from "../issues/issues.ts";
import { getResult } from "../results/results.ts";

/** The issue or result that attachments belong to. */
export interface AttachmentOwner {
  kind: "issue" | "result";
  id: string;
}

export interface AttachmentRow {
  name: string;
  kind: AttachmentKind;
  /** The content type that its bytes were recognised as. */
  type: string;
  size: number;
  /** SHA-256 of the bytes, in hex. */
  hash: string;
  /** The key of the file; null once the attachment was removed. The row stays, so that its name is never another's. */
  file: string | null;
  attachedAt: number;
}

/** An attachment whose file still exists. */
export type KeptAttachment = AttachmentRow & { file: string };

const COLUMNS = {
  name: "name",
  kind: "kind",
  type: "type",
  size: "size",
  hash: "hash",
  file: "file",
  attachedAt: "attached_at",
};

const ATTACHED_TO = { issue: statementsOf("issue", "attachment"), result: statementsOf("result", "result_attachment") };

/** Tables with the names of files in them. */
export const ATTACHMENT_TABLES: readonly string[] = Object.values(ATTACHED_TO).map(({ table }) => table);

function statementsOf(owner: AttachmentOwner["kind"], table: string) {
  const id = `${owner}_id`;
  return {
    table,
    byName: query<KeptAttachment>(COLUMNS, `from ${table} where ${id} = ? and name = ? and file is not null`),
    kept: query<KeptAttachment>(COLUMNS, `from ${table} where ${id} = ? and file is not null`),
    names: query<{ name: string }>({ name: "name" }, `from ${table} where ${id} = ?`),
    size: query<{ size: number }>({ size: "size" }, `from ${table} where ${id} = ? and name = ?`),
    count: query<{ n: number }>({ n: "count(*)" }, `from ${table} where ${id} = ? and file is not null`),
    ofApp: query<Attachment & { ownerId: string }>(
      { ownerId: `a.${id}`, name: "a.name", kind: "a.kind" },
      `from ${table} a join ${owner} o on o.id = a.${id} where o.app_id = ? and a.file is not null`,
    ),
    files: query<ListedFile>(
      {
        file: "file",
        size: "size",
        hash: "hash",
        ownerId: id,
        name: "name",
        appId: `(select app_id from ${owner} where ${owner}.id = ${id})`,
      },
      `from ${table} where file is not null and (${id}, name) > (?, ?) order by ${id}, name limit ?`,
    ),
    bytes: query<{ n: number }>(
      { n: "cast(coalesce(sum(a.size), 0) as bigint)" },
      `from app join ${owner} o on o.app_id = app.id join ${table} a on a.${id} = o.id where app.workspace_id = ? and a.file is not null`,
    ),
    add: insert(table, [id, ...Object.values(COLUMNS)]),
    change: command(`update ${table} set file = ?, hash = ? where ${id} = ? and name = ?`),
    letGo: command(`update ${table} set file = null where ${id} = ? and name = ?`),
    drop: command(`delete from ${table} where ${id} = ?`),
  };
}

/** Adds up a workspace's files one by one, so that the doctor can compare the count that is kept. */
export async function sumFileBytes(db: Reads, workspaceId: string): Promise<number> {
  let bytes = 0;
  for (const statements of Object.values(ATTACHED_TO)) bytes += (await db.get(statements.bytes, workspaceId))!.n;
  return bytes;
}

/** The file size of a row in one of the tables of attachments. */
export async function getFileSize(db: Reads, table: string, key: readonly Value[]): Promise<number> {
  const statements = Object.values(ATTACHED_TO).find((one) => one.table === table)!;
  return (await db.get(statements.size, ...key))!.size;
}

/** Throws `not_found`. */
export async function getAttachment(
  db: Reads,
  reach: Reach,
  owner: AttachmentOwner,
  name: string,
): Promise<KeptAttachment> {
  await requireOwner(db, reach, owner);
  const attachment = await db.get(ATTACHED_TO[owner.kind].byName, owner.id, name);
  if (attachment === undefined) throw notFound("attachment");
  return attachment;
}

/** How many something in reach has. Throws `not_found`. */
export async function countAttachments(db: Reads, reach: Reach, owner: AttachmentOwner): Promise<number> {
  await requireOwner(db, reach, owner);
  return (await db.get(ATTACHED_TO[owner.kind].count, owner.id))!.n;
}

/** What the rows of an app's attachments say, by the id of their owner. */
export async function listAttachmentsOfApp(
  db: Reads,
  app: App,
  kind: AttachmentOwner["kind"],
): Promise<Map<string, Attachment[]>> {
  const found = new Map<string, Attachment[]>();
  for (const { ownerId, ...attachment } of await db.all(ATTACHED_TO[kind].ofApp, app.id)) {
    found.set(ownerId, [...(found.get(ownerId) ?? []), attachment]);
  }
  return found;
}

/** A file that an attachment names. */
export interface NamedFile {
  file: string;
  size: number;
  hash: string;
}

type ListedFile = NamedFile & { name: string; ownerId: string; appId: string };

/** A file that counts, and what names it. */
export type FileOfOwner = NamedFile & { name: string; owner: AttachmentOwner; appId: string };

const OWNER_KINDS = ["issue", "result"] as const;
const FILES_AT_ONCE = 1_000;

/** Every file that counts, of all workspaces, with what names it; those behind one, if one is given. */
export async function* eachNamedFile(
  db: Reads,
  from: { kind: AttachmentOwner["kind"]; after: readonly [id: string, name: string] } = {
    kind: "issue",
    after: ["", ""],
  },
): AsyncGenerator<FileOfOwner> {
  for (const kind of OWNER_KINDS.slice(OWNER_KINDS.indexOf(from.kind))) {
    for (let after = kind === from.kind ? from.after : ["", ""], more = true; more; ) {
      const rows = await db.all(ATTACHED_TO[kind].files, ...after, FILES_AT_ONCE);
      for (const { ownerId, ...row } of rows) yield { ...row, owner: { kind, id: ownerId } };
      more = rows.length === FILES_AT_ONCE;
      after = [rows.at(-1)?.ownerId ?? "", rows.at(-1)?.name ?? ""];
    }
  }
}

/** Whether an attachment still names the file. */
export async function isNamedBy(
  db: Reads,
  { kind, id }: AttachmentOwner,
  name: string,
  file: string,
): Promise<boolean> {
  return (await db.get(ATTACHED_TO[kind].byName, id, name))?.file === file;
}

/** The attachments of an issue or result that still have their files. The caller has reached it. */
export async function listKeptAttachments(db: Reads, { kind, id }: AttachmentOwner): Promise<KeptAttachment[]> {
  return db.all(ATTACHED_TO[kind].kept, id);
}

/** Every name that attachments of something that was reached have, or had. */
export async function listAttachmentNames(tx: Tx, { kind, id }: AttachmentOwner): Promise<Set<string>> {
  return new Set((await tx.all(ATTACHED_TO[kind].names, id)).map(({ name }) => name));
}

export function insertAttachment(tx: Tx, { kind, id }: AttachmentOwner, row: AttachmentRow): void {
  const values = (Object.keys(COLUMNS) as (keyof AttachmentRow)[]).map((field): Value => row[field]);
  tx.run(ATTACHED_TO[kind].add, id, ...values);
}

/** The attachment has another file from now on, of the same size. */
export function changeFile(
  tx: Tx,
  { kind, id }: AttachmentOwner,
  name: string,
  { file, hash }: Pick<NamedFile, "file" | "hash">,
): void {
  tx.run(ATTACHED_TO[kind].change, file, hash, id, name);
}

export function markDetached(tx: Tx, { kind, id }: AttachmentOwner, { name }: AttachmentRow): void {
  tx.run(ATTACHED_TO[kind].letGo, id, name);
}

/** Deletes all attachments of an issue or result that is deleted itself. */
export function deleteAttachments(tx: Tx, { kind, id }: AttachmentOwner): void {
  tx.run(ATTACHED_TO[kind].drop, id);
}

async function requireOwner(db: Reads, reach: Reach, { kind, id }: AttachmentOwner): Promise<void> {
  if (kind === "issue") await getAppIdOfIssue(db, reach, id);
  else await getResult(db, reach, id);
}
