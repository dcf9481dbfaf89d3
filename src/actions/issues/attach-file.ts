// Attaches a file to an issue, and removes it again.
import type { Actor } from "../../domain/access/actor.ts";
import { getAttachment } from "../../storage/attachments/attachments.ts";
import type { IssueText } from "../../storage/issues/issues.ts";
import { keepFile, letGoOfFile, type SentAttachment } from "../attachments/keep-file.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { takeIssue } from "./take-issue.ts";
import { writeIssueChange } from "./write-issue-change.ts";

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
    const taken = await takeIssue(unit, actor, id);
    const { issue, stamp } = taken;
    const { attachments } = issue;
    const holder = { workspaceId: actor.reach.workspaceId, owner: { kind: "issue", id }, attachments } as const;
    const attachment = await keepFile(unit, holder, sent, stamp.at);
    const after = { ...issue, attachments: [...attachments, attachment] };
    return writeIssueChange(unit, taken, { after, kind: "issue_attached", changes: { attachment } });
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
    const taken = await takeIssue(unit, actor, id);
    const { issue } = taken;
    const owner = { kind: "issue", id } as const;
    const attachment = await getAttachment(unit.tx, actor.reach, owner, name);
    letGoOfFile(unit, actor.reach.workspaceId, owner, attachment);
    const after = { ...issue, attachments: issue.attachments.filter((other) => other.name !== name) };
    const changes = { attachment: { name, kind: attachment.kind } };
    return writeIssueChange(unit, taken, { after, kind: "issue_detached", changes });
  },
});
