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
const change = command("update result set attachments = ? where id = ?");

/** In the order in which they were attached. */
export function attachmentsIn(kept: string | null | undefined): Attachment[] {
  return typeof kept === "string" ? (JSON.parse(kept) as Attachment[]) : [];
}

export async function listAttachments(db: Reads, { id }: Result): Promise<Attachment[]> {
  return attachmentsIn((await db.get(byId, id))?.attachments);
}

export function updateAttachments(tx: Tx, { id }: Result, attachments: readonly Attachment[]): void {
  tx.run(change, attachments.length === 0 ? null : JSON.stringify(attachments), id);
}

/** Those of an app's results that show any, by the id of the result: for the doctor, who reads all of them. */
export async function listShownAttachments(db: Reads, app: App): Promise<Map<string, Attachment[]>> {
  return new Map((await db.all(ofApp, app.id)).map(({ id, attachments }) => [id, attachmentsIn(attachments)]));
}
