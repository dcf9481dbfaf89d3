// /issues/:id/attachments: screenshots and recordings, for people only.
import { attachFile, detachFile } from "../../../actions/issues/attach-file.ts";
import { getAttachment } from "../../../storage/attachments/attachments.ts";
import { AttachQuery } from "../../../wire/attachments/attachment.ts";
import { dataOf, presentData } from "../../../wire/envelope.ts";
import { IssueSchema, presentIssue } from "../../../wire/issues/issue.ts";
import { fileAnswer } from "../../pipeline/file-answer.ts";
import { personRoute, type Route } from "../../pipeline/route.ts";
import { takeAttachment } from "../attachments/take-attachment.ts";

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
    async handle(call) {
      const { services, id } = call;
      const issue = await takeAttachment(call, { kind: "issue", id }, (sent, actor) =>
        services.performer.perform(attachFile, { actor, id, ...sent }),
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
      const row = await getAttachment(services.reader, actor.reach, { kind: "issue", id }, part);
      return fileAnswer(request, services.files, row);
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
