// What only connections with event receivers have: a secret that is replaced without a gap, and events that are sent again.
import { replaceEventSecret, resendEvent } from "../../../actions/connections/event-receiver.ts";
import { openCredentials, sealCredentials } from "../../../domain/connections/connection-secrets.ts";
import { Fault } from "../../../domain/fault.ts";
import { receivesEvents } from "../../../integrations/connection-rules.ts";
import { newStandardSecret } from "../../../lib/crypto/token.ts";
import { getApp } from "../../../storage/apps/apps.ts";
import { getConnection } from "../../../storage/connections/connections.ts";
import { NewConnectionSchema } from "../../../wire/connections/connection.ts";
import { ForwardSchema, presentForward } from "../../../wire/connections/forward.ts";
import { dataOf, presentData } from "../../../wire/envelope.ts";
import { authorOf } from "../../pipeline/audit-author.ts";
import { type Route, route } from "../../pipeline/route.ts";
import { shownConnection } from "./connections.ts";

export const eventReceiverRoutes: Route[] = [
  route({
    method: "POST",
    path: "/apps/:id/connections/:connection/secret",
    summary: "Replace the secret of an event receiver; for a day, events are signed with both",
    role: "admin",
    subject: "app",
    response: dataOf(NewConnectionSchema),
    async handle(call) {
      const { services, actor, part } = call;
      const { cipher, reader, performer } = services;
      const app = await getApp(reader, actor.reach, call.id);
      const row = await getConnection(reader, app.id, part);
      if (!receivesEvents(row)) {
        const message =
          "Only the secret of an event receiver is replaced here; change credentials of other tools instead.";
        throw new Fault("invalid_request", message);
      }
      const { secret: former } = openCredentials(cipher, part, row.credentials);
      const secret = newStandardSecret();
      const plain = { secret, ...(former === undefined ? {} : { previous_secret: former }) };
      const credentials = sealCredentials(cipher, part, plain);
      const input = { actor, app: app.id, id: part, before: row.credentials, credentials };
      const after = await performer.perform(replaceEventSecret, input, authorOf(call));
      return { body: presentData(JSON.stringify({ ...(await shownConnection(call, app, after)), secret })) };
    },
  }),
  route({
    method: "POST",
    path: "/apps/:id/forwards/:forward/resend",
    summary: "Send an event to its receiver again, under the same id",
    role: "admin",
    subject: "app",
    response: dataOf(ForwardSchema),
    async handle(call) {
      const { services, actor, part } = call;
      const app = await getApp(services.reader, actor.reach, call.id);
      const input = { actor, app: app.id, id: part };
      const forward = await services.performer.perform(resendEvent, input, authorOf(call));
      return { status: 201, body: presentData(JSON.stringify(presentForward(forward))) };
    },
  }),
];
