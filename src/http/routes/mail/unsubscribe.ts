// POST /unsubscribe?token=…: stops the mails about an inbox. Its token is all that is asked for, because it is pressed in a mailbox.
import type { FastifyInstance } from "fastify";
import { stopInboxMail } from "../../../actions/mail/inbox-mails.ts";
import { Fault } from "../../../domain/fault.ts";
import { MAX_UNSUBSCRIBE_BYTES } from "../../../domain/limits/mail-limits.ts";
import { INBOX_MAILS, UNSUBSCRIBE_PATH } from "../../../domain/mail/unsubscribe.ts";
import type { MountedModule } from "../../pipeline/mounted-module.ts";
import type { Services } from "../../pipeline/services.ts";

export function unsubscribeModule({ performer, unsubscribing, publicLimit }: Services): MountedModule {
  return {
    paths: { [UNSUBSCRIBE_PATH]: ["POST"] },
    mount(server: FastifyInstance) {
      server.register(async (scope) => {
        // What is sent says nothing that the address does not.
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, _body, done) => done(null));
        scope.post(UNSUBSCRIBE_PATH, { bodyLimit: MAX_UNSUBSCRIBE_BYTES }, async (request, reply) => {
          publicLimit?.admit(request.raw);
          const token = new URLSearchParams(request.url.split("?")[1]).get("token") ?? "";
          const personId = unsubscribing.open(INBOX_MAILS, token);
          if (personId === undefined) throw new Fault("not_found", UNKNOWN);
          await performer.perform(stopInboxMail, { personId });
          return reply.status(204).send();
        });
      });
    },
  };
}

const UNKNOWN =
  "This link is not whole, or too old. Copy it from the mail once more, or sign in and choose on the page of your account what is mailed to you.";
