// Attaches a file to a result, and removes it again: whoever recorded the result can, and admins.
import { type Actor, actorLabel } from "../../domain/access/actor.ts";
import type { Attachment } from "../../domain/attachments/attachment.ts";
import { Fault } from "../../domain/fault.ts";
import { getAttachment } from "../../storage/attachments/attachments.ts";
import { listAttachments, updateAttachments } from "../../storage/results/result-attachments.ts";
import { append, closeAppWrite } from "../app-write.ts";
import { keepFile, letGoOfFile, type SentAttachment } from "../attachments/keep-file.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { isOwnResult, openResult, type ResultWrite } from "./open-result.ts";

export interface AttachToResult extends SentAttachment {
  actor: Actor;
  /** The id of the result. */
  id: string;
}

/** Throws `not_found`, `forbidden`, `too_large` when the result has too many, `timeout` when the file came too slowly. */
export const attachToResult = defineAction({
  name: "attachToResult",
  async run(unit: UnitOfWork, { actor, id, ...sent }: AttachToResult): Promise<void> {
    const opened = await openForFiles(unit, actor, id);
    const attachments = await listAttachments(unit.tx, opened.result);
    const holder = { workspaceId: actor.reach.workspaceId, owner: { kind: "result", id }, attachments } as const;
    const attachment = await keepFile(unit, holder, sent, opened.write.app.updatedAt);
    close(opened, actor, [...attachments, attachment], "result_attached", attachment);
  },
});

export interface DetachFromResult {
  actor: Actor;
  id: string;
  name: string;
}

/** Throws `not_found`, `forbidden`. */
export const detachFromResult = defineAction({
  name: "detachFromResult",
  async run(unit: UnitOfWork, { actor, id, name }: DetachFromResult): Promise<void> {
    const opened = await openForFiles(unit, actor, id);
    const owner = { kind: "result", id } as const;
    const attachment = await getAttachment(unit.tx, actor.reach, owner, name);
    letGoOfFile(unit, actor.reach.workspaceId, owner, attachment);
    const left = (await listAttachments(unit.tx, opened.result)).filter((other) => other.name !== name);
    close(opened, actor, left, "result_detached", { name, kind: attachment.kind });
  },
});

async function openForFiles(unit: UnitOfWork, actor: Actor, id: string): Promise<ResultWrite> {
  const opened = await openResult(unit, actor, id);
  if (actor.role === "admin" || (await isOwnResult(opened, actor))) return opened;
  throw new Fault("forbidden", "Somebody else recorded this result: only they and admins change its attachments.");
}

function close(
  { write, result }: ResultWrite,
  actor: Actor,
  attachments: readonly Attachment[],
  kind: "result_attached" | "result_detached",
  attachment: Attachment,
): void {
  updateAttachments(write.tx, result, attachments);
  const changes = { result: result.id, check: result.checkId, platform: result.platform, attachment };
  append(write, { kind, by: actorLabel(actor), issueId: null, changes });
  closeAppWrite(write);
}
