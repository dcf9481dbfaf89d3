// /results/:id/attachments: screenshots and recordings, for people only.
import { attachToResult, detachFromResult } from "../../../actions/results/attach-to-result.ts";
import { getAttachment } from "../../../storage/attachments/attachments.ts";
import { AttachQuery } from "../../../wire/attachments/attachment.ts";
import { dataOf, presentData } from "../../../wire/envelope.ts";
import { ResultSchema } from "../../../wire/results/result.ts";
import { fileAnswer } from "../../pipeline/file-answer.ts";
import { personRoute, type Route } from "../../pipeline/route.ts";
import { takeAttachment } from "../attachments/take-attachment.ts";
import { showResult } from "./results.ts";

export const resultAttachmentRoutes: Route[] = [
  personRoute({
    method: "POST",
    path: "/results/:id/attachments",
    summary: "Attach a screenshot or a recording to a result that you recorded; the body is the file itself",
    role: "tester",
    subject: "result",
    query: AttachQuery,
    takesFile: "stream",
    response: dataOf(ResultSchema),
    async handle(call) {
      const { services, id } = call;
      const { reach } = await takeAttachment(call, { kind: "result", id }, async (sent, actor) => {
        await services.performer.perform(attachToResult, { actor, id, ...sent });
        return actor;
      });
      return { status: 201, body: presentData(await showResult(services.reader, reach, id)) };
    },
  }),
  personRoute({
    method: "GET",
    path: "/results/:id/attachments/:part",
    summary: "Get the bytes of a result's attachment, or a range of them",
    role: "viewer",
    subject: "result",
    response: null,
    async handle({ services, actor, id, part, request }) {
      const row = await getAttachment(services.reader, actor.reach, { kind: "result", id }, part);
      return fileAnswer(request, services.files, row);
    },
  }),
  personRoute({
    method: "DELETE",
    path: "/results/:id/attachments/:part",
    summary: "Remove an attachment of a result that you recorded",
    role: "tester",
    subject: "result",
    response: dataOf(ResultSchema),
    async handle({ services, actor, id, part }) {
      await services.performer.perform(detachFromResult, { actor, id, name: part });
      return { body: presentData(await showResult(services.reader, actor.reach, id)) };
    },
  }),
];
