// What modules beside the API may do with it: find out who holds a key, and have any of its routes answered for them.

import type { FastifyReply, FastifyRequest } from "fastify";
import type { Actor } from "../../domain/access/actor.ts";
import type { Channel } from "../../domain/access/channel.ts";
import { requireRole, requireUnscoped } from "../../domain/access/grant.ts";
import { Fault } from "../../domain/fault.ts";
import { requireValid } from "../../wire/require-valid.ts";
import { shownAddress } from "../transport/client-address.ts";
import type { MountContext } from "./mount.ts";
import { openCursor, sealCursor } from "./paging.ts";
import type { Call, Route, Tagged } from "./route.ts";

/** What a request to the route would say: what its path names, its query, its body. */
export interface InternalRequest {
  id?: string;
  query?: Record<string, string>;
  body?: unknown;
}

/** Somebody with a key, who acts through another channel than the API. */
export interface InternalCaller {
  actor: Actor;
  /** Checks, once the whole request came, that its key is still valid. Throws `unauthorized`. */
  admitAgain(): Promise<void>;
  /** The parsed answer of a route, such as `GET /issues/:id`. Throws what the route refuses. */
  ask(route: string, question: InternalRequest): Promise<unknown>;
  /** A cursor of a list that no route has: bound to the list and to whoever asks, as those of routes are. */
  sealCursor(list: string[], place: string): string;
  /** The place that it marks. Throws `invalid_cursor`. */
  openCursor(list: string[], cursor: string): string;
}

export interface InternalCalls {
  /** Counts as one request of the key. Throws `unauthorized`, `rate_limited`. */
  admit(request: FastifyRequest, reply: FastifyReply, channel: Channel): Promise<InternalCaller>;
}

export function openInternalCalls(context: MountContext, routes: readonly Route[]): InternalCalls {
  const byName = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]));
  return {
    async admit({ raw: request, id: requestId }, reply, channel) {
      const found = await context.admission.find(request, null, true);
      context.limit?.admit(found, reply);
      const isBodyDue = !request.complete;
      const actor = { ...found, channel };
      const origin = () => ({ address: shownAddress(request, context.services.trustedProxies), requestId });
      const asking = { services: context.services, actor };
      return {
        actor,
        async admitAgain() {
          if (isBodyDue) await context.admission.find(request, null, true);
        },
        sealCursor: (list, place) => sealCursor(asking, list, place),
        openCursor: (list, cursor) => openCursor<string>(asking, list, cursor)!,
        async ask(name, { id = "", query = {}, body = {} }) {
          const route = byName.get(name)!;
          requireRole(actor, route.role);
          if (route.unscoped === true) requireUnscoped(actor);
          if (id.includes("\0")) throw new Fault("not_found", "There is nothing with this name.");
          const given = await route.handle({
            services: context.services,
            actor,
            id,
            part: "",
            query: route.query && requireValid(route.query, query, "query"),
            body: route.body && requireValid(route.body, body, "body"),
            request,
            origin,
            admitAgain: async () => actor,
            waitElsewhere: () => {},
            cached: uncached,
          });
          return JSON.parse(String(given.body));
        },
      };
    },
  };
}

/** Makes each answer anew: callers inside the server have no tags. */
const uncached = (async (_version: unknown, make: () => Promise<string | Buffer | Tagged>): Promise<Tagged> => {
  const made = await make();
  return typeof made === "string" || Buffer.isBuffer(made) ? { body: made, tag: "" } : made;
}) as Call["cached"];
