// /apps/:id/connections/:connection/forwards, and the sample that is sent to try a connection
import { testConnection } from "../../../actions/connections/configure-connection.ts";
import { TESTS_A_MINUTE } from "../../../domain/limits.ts";
import { numberInWords } from "../../../lib/text/number-in-words.ts";
import { getApp } from "../../../storage/apps/apps.ts";
import { getConnection } from "../../../storage/connections/connections.ts";
import { listForwards } from "../../../storage/connections/forwards.ts";
import { ForwardSchema, ListForwardsQuery, presentForward } from "../../../wire/connections/forward.ts";
import { dataOf, pageSchema, presentData, presentPage } from "../../../wire/envelope.ts";
import { authorOf } from "../../pipeline/audit-author.ts";
import { openCursor, pageOf } from "../../pipeline/paging.ts";
import { type Route, route } from "../../pipeline/route.ts";

export const forwardRoutes: Route[] = [
  route({
    method: "POST",
    path: "/apps/:id/connections/:connection/test",
    summary: `Send a sample to the tool, at most ${numberInWords(TESTS_A_MINUTE)} a minute; the list of forwards shows the outcome`,
    role: "admin",
    subject: "app",
    response: dataOf(ForwardSchema),
    async handle(call) {
      const { services, actor, part } = call;
      const app = await getApp(services.reader, actor.reach, call.id);
      const input = { actor, app: app.id, id: part };
      const forward = await services.performer.perform(testConnection, input, authorOf(call));
      return { status: 201, body: presentData(JSON.stringify(presentForward(forward))) };
    },
  }),
  route({
    method: "GET",
    path: "/apps/:id/connections/:connection/forwards",
    summary: "List what a connection has forwarded, newest first, with the outcome",
    role: "admin",
    subject: "app",
    query: ListForwardsQuery,
    response: pageSchema(ForwardSchema),
    async handle(call) {
      const { services, actor, query, part } = call;
      const app = await getApp(services.reader, actor.reach, call.id);
      const { id } = await getConnection(services.reader, app.id, part);
      const context = ["forwards", id];
      const before = openCursor<string>(call, context, query.cursor);
      const found = await listForwards(services.reader, id, before, query.limit + 1);
      const { rows, nextCursor } = pageOf(call, context, found, query.limit, (row) => row.id);
      return {
        body: presentPage(
          rows.map((row) => JSON.stringify(presentForward(row))),
          nextCursor,
        ),
      };
    },
  }),
];
