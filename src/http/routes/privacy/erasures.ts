// /erasures: people, reporters and archived apps are forgotten for good, in the background.
import { stepsOf } from "../../../actions/privacy/erase-step.ts";
import { startErasure } from "../../../actions/privacy/start-erasure.ts";
import { requireConfirmed } from "../../../domain/access/second-factor.ts";
import type { Erasure } from "../../../domain/privacy/erasure.ts";
import { getErasure, listErasures } from "../../../storage/privacy/erasures.ts";
import { dataOf, pageSchema, presentData, presentPage } from "../../../wire/envelope.ts";
import { ErasureSchema, ListErasuresQuery, presentErasure, StartErasureBody } from "../../../wire/privacy/erasure.ts";
import { authorOf } from "../../pipeline/audit-author.ts";
import { openCursor, pageOf } from "../../pipeline/paging.ts";
import type { PersonActor } from "../../pipeline/request-actor.ts";
import { type Call, type Route, route } from "../../pipeline/route.ts";

const BY_FULL_ADMINS = { role: "admin", unscoped: true } as const;

export const erasureRoutes: Route[] = [
  route({
    ...BY_FULL_ADMINS,
    method: "GET",
    path: "/erasures",
    summary: "List what was erased, when and by whom, newest first; not who or what it was",
    query: ListErasuresQuery,
    response: pageSchema(ErasureSchema),
    async handle(call) {
      const { services, actor, query } = call;
      const { workspaceId } = actor.reach;
      const context = ["erasures", workspaceId];
      const below = openCursor<string>(call, context, query.cursor);
      const found = await listErasures(services.reader, workspaceId, below, query.limit + 1);
      const { rows, nextCursor } = pageOf(call, context, found, query.limit, ({ id }) => id);
      return { body: presentPage(rows.map(present), nextCursor) };
    },
  }),
  route({
    ...BY_FULL_ADMINS,
    method: "POST",
    path: "/erasures",
    summary: "Erase a removed person, a reporter or an archived app for good",
    body: StartErasureBody,
    response: dataOf(ErasureSchema),
    async handle(call) {
      requireConfirmedPerson(call);
      const { services, actor, body } = call;
      const input = { workspaceId: actor.reach.workspaceId, ...body, removesFirst: false };
      const erasure = await services.performer.perform(startErasure, input, authorOf(call));
      return { status: 201, body: presentData(present(erasure)), location: `/erasures/${erasure.id}` };
    },
  }),
  route({
    ...BY_FULL_ADMINS,
    method: "GET",
    path: "/erasures/:id",
    summary: "Get how far an erasure has come",
    response: dataOf(ErasureSchema),
    async handle({ services, actor, id }) {
      return { body: presentData(present(await getErasure(services.reader, actor.reach.workspaceId, id))) };
    },
  }),
];

/** A session that somebody has left open erases nothing. A key has nothing else to show. Throws `confirmation_needed`. */
function requireConfirmedPerson({ services, actor }: Pick<Call, "services" | "actor">): void {
  if (actor.channel === "interface") requireConfirmed((actor as PersonActor).confirmedAt, services.clock(), "Erasing");
}

function present(erasure: Erasure): string {
  return presentErasure(erasure, stepsOf(erasure));
}
