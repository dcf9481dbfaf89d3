// Attaches a file to an issue, and removes it again.
import type { Actor } from "../../domain/access/actor.ts";
import { getAttachment } from "../../storage/attachments/attachments.ts";
import type { IssueText } from "../../storage/issues/issues.ts";
import { keepFile, letGoOfFile, type SentAttachment } from "../attachments/keep-file.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { changeIssue } from "./change-issue.ts";

export interface AttachFile extends SentAttachment {
  actor: Actor;
  /** The id of the issue. */
  id: string;
}

/** Throws `not_found`, `too_large` when the issue has too many, `timeout` when the file came too slowly. */
export const attachFile = defineAction({
  name: "attachFile",
  queue: "issue",
  wakes: ["forwards"],
  async run(unit: UnitOfWork, { actor, id, ...sent }: AttachFile): Promise<IssueText> {
    return changeIssue(unit, actor, id, async ({ issue, stamp }) => {
      const attachment = await keepFile(
        unit,
        actor.reach.workspaceId,
        { kind: "issue", id },
        issue.attachments,
        sent,
        stamp.at,
      );
      const after = { ...issue, attachments: [...issue.attachments, attachment] };
      return { after, kind: "issue_attached", changes: { attachment } };
    });
  },
});

export interface DetachFile {
  actor: Actor;
  id: string;
  name: string;
}

/** Throws `not_found`. */
export const detachFile = defineAction({
  name: "detachFile",
  queue: "issue",
  wakes: ["forwards"],
  async run(unit: UnitOfWork, { actor, id, name }: DetachFile): Promise<IssueText> {
    const owner = { kind: "issue", id } as const;
    return changeIssue(unit, actor, id, async ({ issue }) => {
      const attachment = await getAttachment(unit.tx, actor.reach, owner, name);
      letGoOfFile(unit, actor.reach.workspaceId, owner, attachment);
      const after = { ...issue, attachments: issue.attachments.filter((other) => other.name !== name) };
      return { after, kind: "issue_detached", changes: { attachment: { name, kind: attachment.kind } } };
    });
  },
});
