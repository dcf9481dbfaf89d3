// Mounts a table of routes: has the request admitted, checks role and reach, reads it, calls the route, answers.

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hasRole, requireRole, requireUnscoped } from "../../domain/access/grant.ts";
import { factorNeeded } from "../../domain/access/second-factor.ts";
import { Fault } from "../../domain/fault.ts";
import { type Awaitable, andThen } from "../../lib/async/awaitable.ts";
import { quote } from "../../lib/text/text.ts";
import { issueIdOf } from "../../storage/issues/issue-codes.ts";
import { requireValid } from "../../wire/require-valid.ts";
import { shownAddress } from "../transport/client-address.ts";
import type { AnswerCache } from "./answer-cache.ts";
import { answerer, requireUnconditional } from "./conditional.ts";
import type { ReadFairly } from "./fair-reads.ts";
import { idOf, partOf } from "./path-names.ts";
import type { RateLimit } from "./rate-limit.ts";
import { isLarge, readQuery } from "./read-request.ts";
import { type Admission, actorId, type RequestActor, turnOf } from "./request-actor.ts";
import { fileInBody, rawBodyOf, requireNoBody, setTypeAside } from "./request-body.ts";
import { originOf, seemingSender } from "./request-gate.ts";
import { requireReached } from "./require-reached.ts";
import { isRead, type Route } from "./route.ts";
import { type AnswerLocation, isPage, send } from "./send-answer.ts";
import type { Services } from "./services.ts";

export interface MountContext {
  services: Services;
  /** Decides who may come in, and as whom. */
  admission: Admission;
  cache: AnswerCache;
  /** How many requests each may make; null for any number. */
  limit: RateLimit | null;
  /** How readers share the database. */
  readFairly: ReadFairly;
}

type Done = (error?: Error) => void;

declare module "fastify" {
  interface FastifyRequest {
    actor: RequestActor;
    stamp: number | null;
    /** Whether some of its body was still to come when its sender was let in. */
    isBodyDue: boolean;
  }
}

export function mountRoutes(
  server: FastifyInstance,
  prefix: string,
  routes: readonly Route[],
  context: MountContext,
): void {
  const { ticks } = context.services;
  const mount = (scope: FastifyInstance, route: Route) => {
    const place = {
      prefix,
      baseUrl: context.services.baseUrl,
      isPaged: isPage(route.response),
      isCompressible: route.compressible === true,
    };
    scope.route({
      method: route.method,
      url: prefix + route.path,
      exposeHeadRoute: route.endless !== true,
      ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
      onRequest: (request, reply, done) => {
        if (route.takesFile === "stream") setTypeAside(request);
        request.stamp = context.cache.stamp();
        const goOn: Done = (error) => {
          request.isBodyDue = !request.raw.complete;
          done(error);
        };
        const actor =
          route.open === true
            ? undefined
            : context.admission.findNow(request.raw, request.stamp, route.endless !== true);
        const isGranted = actor !== undefined && route.unscoped !== true && hasRole(actor.role, route.role);
        if (isGranted && !isHeldBack(route, actor)) {
          request.actor = actor;
          enter(context, route, request, reply, goOn);
        } else admit(context, route, request, reply).then(() => goOn(), goOn);
      },
      handler: (request, reply) => {
        // A file that the handler reads itself is still to come: see `admitAgain` of a call.
        const admitted = () => (route.takesFile === "stream" ? undefined : admitAgain(context, route, request));
        const respond = () => andThen(admitted(), () => answer(context, place, route, request, reply));
        // Reading it takes a while: everybody else is served before the next one of the same sender.
        if (isLarge(request.body)) return ticks.waitForTick(originOf(request.raw)).then(respond);
        const answered = respond();
        // What was answered at once is nothing that the framework would have to wait for.
        return answered instanceof Promise ? answered : undefined;
      },
    });
  };
  for (const route of routes.filter(({ takesFile }) => takesFile !== "stream")) mount(server, route);
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _body, done) => done(null));
    for (const route of routes.filter(({ takesFile }) => takesFile === "stream")) mount(scope, route);
  });
}

/** Whoever may come in is counted, and told if they come too often. */
function enter(context: MountContext, route: Route, request: FastifyRequest, reply: FastifyReply, done: Done): void {
  try {
    count(context, route, request, reply);
    done();
  } catch (error) {
    done(error as Error);
  }
}

/** Throws `rate_limited`, `precondition_failed`. */
function count({ services, limit }: MountContext, route: Route, request: FastifyRequest, reply: FastifyReply): void {
  services.ticks.noteGroup(seemingSender(request.raw), request.actor.reach.workspaceId);
  limit?.admit(request.actor, reply);
  requireUnconditional(route, request);
}

/** Throws `unauthorized`, `rate_limited`, `precondition_failed`, `not_found`, `forbidden`. */
async function admit(context: MountContext, route: Route, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  context.admission.screen(request.raw, route.takesFile !== undefined);
  if (route.open === true) {
    context.services.publicLimit?.admit(request.raw);
    return;
  }
  request.actor = await context.admission.find(request.raw, request.stamp, route.endless !== true);
  count(context, route, request, reply);
  await requireGranted(context, route, request);
}

/**
 * Whoever held their body back, and may not come in any more now that it is there, is refused as a new request would be. What came with
 * its headers was admitted a moment ago. Throws `unauthorized`, `not_found`, `forbidden`.
 */
function admitAgain(context: MountContext, route: Route, request: FastifyRequest): Awaitable<RequestActor> {
  if (!request.isBodyDue || route.open === true) return request.actor;
  request.stamp = context.cache.stamp();
  return context.admission.find(request.raw, request.stamp, route.endless !== true).then(async (actor) => {
    request.actor = actor;
    await requireGranted(context, route, request);
    return actor;
  });
}

/** Whether they have to set up a second factor first. */
function isHeldBack(route: Route, actor: RequestActor): boolean {
  return actor.needsFactor === true && route.beforeFactor !== true;
}

/** Throws `second_factor_needed`, `not_found`, `forbidden`. */
async function requireGranted(context: MountContext, route: Route, request: FastifyRequest): Promise<void> {
  if (isHeldBack(route, request.actor)) throw factorNeeded();
  if (route.unscoped === true) requireGrant(route, request.actor);
  else if (!hasRole(request.actor.role, route.role) && route.subject !== "body.app") {
    await refuse(context, route, request.actor, subjectName(route, request));
  }
}

function answer(
  context: MountContext,
  place: AnswerLocation,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Awaitable<FastifyReply> {
  const { actor, stamp } = request;
  const key = route.method === "GET" && route.open !== true ? `${seenBy(place, actor)} ${request.url}` : "";
  if (route.cacheable === true) {
    const unchanged = context.cache.findUnchanged(key, stamp);
    if (unchanged !== undefined) return send(place, request, reply, unchanged);
  }
  const call = {
    services: context.services,
    actor,
    id: idOf(request),
    part: partOf(request),
    query: queryOf(route, request),
    request: request.raw,
    origin: () => ({ address: shownAddress(request.raw, context.services.trustedProxies), requestId: request.id }),
    body: undefined as unknown,
    admitAgain: async () => admitAgain(context, route, request),
    waitElsewhere: () => {},
    cached: answerer(context.cache, route, request, key),
  };
  const named = andThen(bodyOf(context, route, request), (body) => {
    call.body = body;
    return route.subject === "issue" ? issueIdOf(context.services.reader, actor.reach, call.id) : call.id;
  });
  const given = andThen(named, (id) => {
    call.id = id;
    const reads = route.reads?.(call.query);
    if (!isRead(route) || reads === "nothing") return route.handle(call);
    return context.readFairly(turnOf(actor), reads, (leave, reader) => {
      call.waitElsewhere = leave;
      if (reader !== context.services.reader) call.services = { ...context.services, reader };
      return route.handle(call);
    });
  });
  return andThen(given, (sent) => send(place, request, reply, sent));
}

/** Who else may get a kept answer: of a page only whoever asked, because its cursor is theirs. */
function seenBy({ isPaged }: AnswerLocation, actor: RequestActor): string {
  return isPaged ? `${actor.reachKey} ${actorId(actor)}` : actor.reachKey;
}

function requireGrant(route: Route, actor: RequestActor): void {
  requireRole(actor, route.role);
  if (route.unscoped === true) requireUnscoped(actor);
}

/** A role that is too low: `not_found` for what is out of reach, `forbidden` for what it can. */
async function refuse(context: MountContext, route: Route, actor: RequestActor, name: string | null): Promise<void> {
  if (route.subject !== undefined && name !== null) await requireReached(context.services, route.subject, actor, name);
  requireRole(actor, route.role);
}

/** What the request names as its subject; null when it names none. */
function subjectName(route: Route, request: FastifyRequest): string | null {
  return route.subject === "query.app" ? (readQuery(request.url, route.query).app ?? null) : idOf(request);
}

function queryOf(route: Route, request: FastifyRequest): unknown {
  const query = readQuery(request.url, route.query);
  if (route.query !== undefined) return requireValid(route.query, query, "query");
  const [unknown] = Object.keys(query);
  if (unknown !== undefined) throw new Fault("invalid_request", `unknown parameter ${quote(unknown)}.`);
  return undefined;
}

function bodyOf(context: MountContext, route: Route, request: FastifyRequest): Awaitable<unknown> {
  if (route.takesFile === "bytes") return fileInBody(request);
  if (route.body === undefined) {
    if (route.takesFile !== "stream") requireNoBody(request);
    return undefined;
  }
  const value = rawBodyOf(route, request);
  const isRefused = route.subject === "body.app" && !hasRole(request.actor.role, route.role);
  return isRefused ? refuseBody(context, route, request.actor, value) : requireValid(route.body, value, "body");
}

/** A role that is too low for what the body names: see `refuse`. */
function refuseBody(context: MountContext, route: Route, actor: RequestActor, body: unknown): Promise<void> {
  const app = (body as { app?: unknown } | null)?.app;
  const name = typeof app === "string" && !app.includes("\0") ? app : null;
  return refuse(context, route, actor, name);
}
