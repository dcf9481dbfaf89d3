// What results show of their attachments: in a column that is empty unless there are some.
import type { Attachment } from "../../domain/attachments/attachment.ts";
import type { App } from "../apps/apps.ts";
import { command, query, type Reads, type Tx } from "../database/database.ts";
import type { Result } from "./results.ts";

interface Row {
  id: string;
  attachments: string | null;
}

const COLUMNS = { id: "id", attachments: "attachments" };
const byId = query<Row>(COLUMNS, "from result where id = ?");
const ofApp = query<Row>(COLUMNS, "from result where app_id = ? and attachments is not null");
const old = query<{ resultId: string; name: string; appId: string; workspaceId: string }>(
  { resultId: "a.result_id", name: "a.name", appId: "r.app_id", workspaceId: "p.workspace_id" },
  `from result_attachment a join result r on r.id = a.result_id join app p on p.id = r.app_id
   where a.file is not null and a.attached_at < ? order by a.attached_at limit ?`,
);
const place = query<{ checkId: string; platform: string }>(
  { checkId: "check_id", platform: "platform" },
  "from result where id = ?",
);
const change = command("update result set attachments = ? where id = ?");

/** Attachments in the order in which they were attached. */
export function attachmentsIn(kept: string | null | undefined): Attachment[] {
  return typeof kept === "string" ? (JSON.parse(kept) as Attachment[]) : [];
}

export async function listAttachments(db: Reads, { id }: Pick<Result, "id">): Promise<Attachment[]> {
  return attachmentsIn((await db.get(byId, id))?.attachments);
}

export function updateAttachments(tx: Tx, { id }: Pick<Result, "id">, attachments: readonly Attachment[]): void {
  tx.run(change, attachments.length === 0 ? null : JSON.stringify(attachments), id);
}

/** All shown attachments of an app's results, under the ids of the results. Only the doctor reads all of them. */
export async function listShownAttachments(db: Reads, app: App): Promise<Map<string, Attachment[]>> {
  return new Map((await db.all(ofApp, app.id)).map(({ id, attachments }) => [id, attachmentsIn(attachments)]));
}

/** Some attachments from before a moment, oldest first, those of archived apps too. */
export async function listOldAttachments(
  db: Reads,
  before: number,
  limit: number,
): Promise<{ resultId: string; name: string; appId: string; workspaceId: string }[]> {
  return db.all(old, before, limit);
}

/** Where a result was recorded that the caller has reached, also in an app that is archived. */
export async function findResultPlace(
  db: Reads,
  id: string,
): Promise<{ checkId: string; platform: string } | undefined> {
  return db.get(place, id);
}
