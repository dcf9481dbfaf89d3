// /apps/:id/cycles and /cycles/:id
import { changeCycle } from "../../../actions/cycles/change-cycle.ts";
import { closeCycle } from "../../../actions/cycles/close-cycle.ts";
import { startCycle } from "../../../actions/cycles/start-cycle.ts";
import type { Status } from "../../../domain/status/platform-status.ts";
import { tagOf } from "../../../lib/etag.ts";
import { getApp } from "../../../storage/apps/apps.ts";
import { listCycles, type ReachedCycle, reachCycle } from "../../../storage/cycles/cycles.ts";
import { cycleTag, readShownCycle, readShownCycles } from "../../../storage/cycles/shown-cycles.ts";
import type { Reads } from "../../../storage/database/database.ts";
import {
  ChangeCycleBody,
  CycleSchema,
  ListCyclesQuery,
  presentCycle,
  StartCycleBody,
} from "../../../wire/cycles/cycle.ts";
import { dataOf, pageSchema, presentData, presentPage } from "../../../wire/envelope.ts";
import { authorOf } from "../../pipeline/audit-author.ts";
import { performOnce } from "../../pipeline/idempotency-header.ts";
import { openCursor, pageOf } from "../../pipeline/paging.ts";
import { type Call, type Route, route } from "../../pipeline/route.ts";

export const cycleRoutes: Route[] = [
  route({
    method: "GET",
    path: "/apps/:id/cycles",
    summary: "List an app's cycles, newest first",
    compressible: true,
    role: "viewer",
    subject: "app",
    query: ListCyclesQuery,
    response: pageSchema(CycleSchema),
    async handle(call) {
      const { services, actor, id, query } = call;
      const app = await getApp(services.reader, actor.reach, id);
      const state = query.status ?? "all";
      const context = ["cycles", app.id, state];
      const before = openCursor<string>(call, context, query.cursor);
      // No version of the app tells whether this is current: testers are shown by their names, which are not the app's.
      return call.cached(null, async () => {
        const found = await listCycles(services.reader, app, state, before, query.limit + 1);
        const { rows, nextCursor } = pageOf(call, context, found, query.limit, (cycle) => cycle.id);
        const shown = await readShownCycles(services.reader, app, rows);
        const body = presentPage(shown.map(presentCycle), nextCursor);
        return { body, tag: tagOf("cycles", body) };
      });
    },
  }),
  route({
    method: "POST",
    path: "/apps/:id/cycles",
    summary: "Start a cycle: a round of testing of the app, or of a part of it",
    role: "admin",
    subject: "app",
    body: StartCycleBody,
    response: dataOf(CycleSchema),
    async handle(call) {
      const { actor, id: app, body } = call;
      const { name, build = null, platforms = [], sections = [], testers = [] } = body;
      const from = body.from === undefined ? null : { cycle: body.from.cycle, statuses: body.from.statuses ?? LEFT };
      const input = { actor, app, name, build, platforms, sections, from, testers };
      const { output: id, headers } = await performOnce(call, startCycle, input, { author: authorOf(call) });
      return { status: 201, ...(await presentSingleCycle(call, id)), location: `/cycles/${id}`, headers };
    },
  }),
  route({
    method: "GET",
    path: "/cycles/:id",
    summary: "Get a cycle with its summary",
    role: "viewer",
    subject: "cycle",
    cacheable: true,
    response: dataOf(CycleSchema),
    async handle(call) {
      const { services, actor, id } = call;
      const reached = await reachCycle(services.reader, actor.reach, id);
      return call.cached(reached.version, () => presentReached(services.reader, reached));
    },
  }),
  route({
    method: "PATCH",
    path: "/cycles/:id",
    summary: "Change an open cycle's name, build or testers",
    role: "admin",
    subject: "cycle",
    conditional: true,
    body: ChangeCycleBody,
    response: dataOf(CycleSchema),
    async handle(call) {
      const { services, actor, id, body, request } = call;
      const ifMatch = request.headers["if-match"];
      await services.performer.perform(changeCycle, { actor, id, ...body, ifMatch }, authorOf(call));
      return presentSingleCycle(call, id);
    },
  }),
  route({
    method: "POST",
    path: "/cycles/:id/close",
    summary: "Close a cycle for good; what it found never changes any more",
    role: "admin",
    subject: "cycle",
    conditional: true,
    response: dataOf(CycleSchema),
    async handle(call) {
      const { services, actor, id, request } = call;
      const ifMatch = request.headers["if-match"];
      await services.performer.perform(closeCycle, { actor, id, ifMatch }, authorOf(call));
      return presentSingleCycle(call, id);
    },
  }),
];

/** Statuses that count as left to do in a cycle, unless others are asked for. */
const LEFT: Status[] = ["failed", "needs_retest", "untested"];

async function presentSingleCycle({ services: { reader }, actor }: Pick<Call, "services" | "actor">, id: string) {
  return presentReached(reader, await reachCycle(reader, actor.reach, id));
}

async function presentReached(reader: Reads, { app, cycle }: ReachedCycle) {
  const shown = await readShownCycle(reader, app, cycle);
  return { body: presentData(presentCycle(shown)), tag: cycleTag(shown) };
}
