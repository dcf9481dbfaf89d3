// Attachments: the rows beside an issue's document that say where the bytes of each are, and what they are.

import type { Reach } from "../../domain/access/grant.ts";
import { notFound } from "../../domain/fault.ts";
import type { Attachment, AttachmentKind } from "../../domain/issues/attachment.ts";
import type { Issue } from "../../domain/issues/issue.ts";
import type { App } from "../apps/apps.ts";
import { command, insert, query, type Reads, type Tx } from "../database/database.ts";
import { getAppIdOfIssue } from "./issues.ts";

export interface AttachmentRow {
  issueId: string;
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

/** One that has its file. */
export type KeptAttachment = AttachmentRow & { file: string };

const COLUMNS = {
  issueId: "issue_id",
  name: "name",
  kind: "kind",
  type: "type",
  size: "size",
  hash: "hash",
  file: "file",
  attachedAt: "attached_at",
};

const byName = query<KeptAttachment>(COLUMNS, "from attachment where issue_id = ? and name = ? and file is not null");
const names = query<{ name: string }>({ name: "name" }, "from attachment where issue_id = ?");
const count = query<{ n: number }>({ n: "count(*)" }, "from attachment where issue_id = ? and file is not null");
const ofApp = query<{ issueId: string; name: string; kind: AttachmentKind }>(
  { issueId: "a.issue_id", name: "a.name", kind: "a.kind" },
  `from attachment a join issue i on i.id = a.issue_id where i.app_id = ? and a.file is not null`,
);
const add = insert("attachment", Object.values(COLUMNS));
const letGo = command("update attachment set file = null where issue_id = ? and name = ?");

/** Throws `not_found`. */
export async function getAttachment(db: Reads, reach: Reach, issueId: string, name: string): Promise<KeptAttachment> {
  await getAppIdOfIssue(db, reach, issueId);
  const attachment = await db.get(byName, issueId, name);
  if (attachment === undefined) throw notFound("attachment");
  return attachment;
}

/** How many an issue in reach has. Throws `not_found`. */
export async function countAttachments(db: Reads, reach: Reach, issueId: string): Promise<number> {
  await getAppIdOfIssue(db, reach, issueId);
  return (await db.get(count, issueId))!.n;
}

/** What the rows of an app's attachments say, by issue. */
export async function listAttachmentsOfApp(db: Reads, app: App): Promise<Map<string, Attachment[]>> {
  const found = new Map<string, Attachment[]>();
  for (const { issueId, name, kind } of await db.all(ofApp, app.id)) {
    found.set(issueId, [...(found.get(issueId) ?? []), { name, kind }]);
  }
  return found;
}

/** Every name that the issue's attachments have, or had. */
export async function listAttachmentNames(tx: Tx, issue: Issue): Promise<Set<string>> {
  return new Set((await tx.all(names, issue.id)).map(({ name }) => name));
}

export function insertAttachment(tx: Tx, row: AttachmentRow): void {
  tx.run(add, ...(Object.keys(COLUMNS) as (keyof AttachmentRow)[]).map((field) => row[field]));
}

export function markDetached(tx: Tx, { issueId, name }: AttachmentRow): void {
  tx.run(letGo, issueId, name);
}
