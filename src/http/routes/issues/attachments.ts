// /issues/:id/attachments: screenshots and recordings, for people only.

import { attachFile, detachFile, noteFile } from "../../../actions/issues/attach-file.ts";
import { Fault } from "../../../domain/fault.ts";
import {
  attachmentName,
  kindOf,
  maxBytes,
  requireFormat,
  tooLarge,
  tooMany,
} from "../../../domain/issues/attachment.ts";
import { MAX_ATTACHMENTS, MAX_RECORDING_BYTES } from "../../../domain/limits.ts";
import { newFileKey } from "../../../lib/files/file-store.ts";
import { HEAD_BYTES } from "../../../lib/files/media-format.ts";
import { countAttachments, getAttachment } from "../../../storage/issues/attachments.ts";
import type { IssueText } from "../../../storage/issues/issues.ts";
import { dataOf, presentData } from "../../../wire/envelope.ts";
import { AttachQuery } from "../../../wire/issues/attachment.ts";
import { IssueSchema, presentIssue } from "../../../wire/issues/issue.ts";
import { fileAnswer } from "../../pipeline/file-answer.ts";
import type { PersonActor } from "../../pipeline/request-actor.ts";
import { personRoute, type Route } from "../../pipeline/route.ts";
import type { Services } from "../../pipeline/services.ts";
import type { Upload } from "../../pipeline/uploads.ts";

export const attachmentRoutes: Route[] = [
  personRoute({
    method: "POST",
    path: "/issues/:id/attachments",
    summary: "Attach a screenshot or a recording; the body is the file itself",
    role: "tester",
    subject: "issue",
    query: AttachQuery,
    takesFile: "stream",
    response: dataOf(IssueSchema),
    async handle({ services, actor, id, query, request }) {
      if ((await countAttachments(services.reader, actor.reach, id)) >= MAX_ATTACHMENTS) throw tooMany();
      const issue = await services.uploads.take(request, actor.personId, (upload) =>
        attach(services, actor, id, query.name, upload),
      );
      return { status: 201, body: presentData(presentIssue(issue, services.baseUrl)) };
    },
  }),
  personRoute({
    method: "GET",
    path: "/issues/:id/attachments/:part",
    summary: "Get the bytes of an attachment, or a range of them",
    role: "viewer",
    subject: "issue",
    response: null,
    async handle({ services, actor, id, part, request }) {
      return fileAnswer(request, services.files, await getAttachment(services.reader, actor.reach, id, part));
    },
  }),
  personRoute({
    method: "DELETE",
    path: "/issues/:id/attachments/:part",
    summary: "Remove an attachment",
    role: "tester",
    subject: "issue",
    response: dataOf(IssueSchema),
    async handle({ services, actor, id, part }) {
      const issue = await services.performer.perform(detachFile, { actor, id, name: part });
      return { body: presentData(presentIssue(issue, services.baseUrl)) };
    },
  }),
];

/** The file is on the disk before the issue names it. */
async function attach(
  { files, performer }: Services,
  actor: PersonActor,
  id: string,
  name: string,
  upload: Upload,
): Promise<IssueText> {
  if ((upload.announced ?? 0) > MAX_RECORDING_BYTES) throw tooLarge("recording");
  const head = await upload.head(HEAD_BYTES);
  const format = requireFormat(head);
  const kind = kindOf(format);
  if ((upload.announced ?? 0) > maxBytes(kind)) throw tooLarge(kind);
  const file = newFileKey();
  await performer.perform(noteFile, { file });
  await files
    .put(
      file,
      upload.bytes(head, maxBytes(kind), () => tooLarge(kind)),
    )
    .catch((error: Error) => {
      if (error instanceof Fault) throw error;
      throw new Fault("unavailable", "The file can't be saved now: the server's disk is full or failing.", error);
    });
  const { size } = upload;
  const named = { name: attachmentName(name, format), kind, type: format.type, size, hash: upload.hash(), file };
  return performer.perform(attachFile, { actor, id, ...named }).catch(async (error) => {
    // Only if it is certain that nothing names the file; else it is left to the retention job.
    if (error instanceof Fault && error.code !== "unavailable") await files.remove(file).catch(() => {});
    throw error;
  });
}
