// Mounts a table of routes: has the request admitted, checks role and reach, reads it, calls the route, answers.
import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { Fault, notFound } from "../domain/fault.ts";
import { hasRole, requireRole, requireUnscoped } from "../domain/grant.ts";
import { quote } from "../lib/text.ts";
import { findApp } from "../storage/apps.ts";
import { getLiveCheck } from "../storage/checks.ts";
import type { Reads } from "../storage/database.ts";
import { getAppIdOfIssue } from "../storage/issues.ts";
import { findResult } from "../storage/results.ts";
import { getSection } from "../storage/sections.ts";
import type { Admission, RequestActor } from "./admission.ts";
import type { AnswerCache } from "./answer-cache.ts";
import { shownAddress } from "./client-address.ts";
import { STREAM_HEADERS } from "./headers.ts";
import { countAnswer } from "./metrics/request-meter.ts";
import { readBody, readQuery, requirePlainEncoding, requireShape } from "./reading.ts";
import type { Route, SentFile, Subject } from "./route.ts";
import type { Services } from "./services.ts";
import { markStreaming } from "./sockets.ts";

/** The body of a request that takes none. */
const NOTHING = z.strictObject({});

export interface Door {
  services: Services;
  /** Who may come in here, and as whom. */
  admission: Admission;
  cache: AnswerCache;
}

declare module "fastify" {
  interface FastifyRequest {
    actor: RequestActor;
    stamp: number | null;
  }
}

export function mountRoutes(server: FastifyInstance, prefix: string, routes: readonly Route[], door: Door): void {
  const mount = (scope: FastifyInstance, route: Route) =>
    scope.route({
      method: route.method,
      url: prefix + route.path,
      exposeHeadRoute: route.endless !== true,
      ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
      onRequest: (request, _reply, done) => {
        if (route.takesFile === "stream") setTypeAside(request);
        request.stamp = route.cacheable === true ? door.cache.stamp() : null;
        const actor =
          route.open === true ? undefined : door.admission.findNow(request.raw, request.stamp, route.endless !== true);
        if (actor !== undefined && route.unscoped !== true && hasRole(actor.role, route.role)) {
          request.actor = actor;
          done();
        } else admit(door, route, request).then(() => done(), done);
      },
      handler: (request, reply) => answer(door, prefix, route, request, reply),
    });
  for (const route of routes.filter(({ takesFile }) => takesFile !== "stream")) mount(server, route);
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _body, done) => done(null));
    for (const route of routes.filter(({ takesFile }) => takesFile === "stream")) mount(scope, route);
  });
}

/** A type that can't be read must not keep the file from being read: nobody asks for it. */
function setTypeAside({ raw }: FastifyRequest): void {
  (raw.headers as Record<string, string | undefined>)["content-type"] = undefined;
}

/** Throws `unauthorized`, `not_found`, `forbidden`. */
async function admit(door: Door, route: Route, request: FastifyRequest): Promise<void> {
  door.admission.screen(request.raw, route.takesFile !== undefined);
  if (route.open === true) return;
  request.actor = await door.admission.find(request.raw, request.stamp, route.endless !== true);
  if (route.unscoped === true) requireGrant(route, request.actor);
  else if (!hasRole(request.actor.role, route.role) && route.subject !== "body.app") {
    await refuse(door, route, request.actor, subjectName(route, request));
  }
}

async function answer(
  door: Door,
  prefix: string,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { actor, stamp } = request;
  const key = route.cacheable === true ? `${actor.reachKey} ${request.url}` : "";
  if (route.cacheable === true) {
    const unchanged = door.cache.findUnchanged(key, stamp);
    if (unchanged !== undefined) return reply.send(unchanged);
  }
  const { status, body, location, headers, stream } = await route.handle({
    services: door.services,
    actor,
    id: idOf(request),
    part: partOf(request),
    query: queryOf(route, request),
    request: request.raw,
    origin: () => ({ address: shownAddress(request.raw), requestId: request.id }),
    body: await bodyOf(door, route, request),
    cached: (version, make) => door.cache.get(key, stamp, version, make),
  });
  if (stream !== undefined) {
    stream(beginStream(reply));
    return reply;
  }
  reply.status(status ?? 200);
  if (location !== undefined) reply.header("location", prefix + location);
  if (headers !== undefined) reply.headers(headers);
  if (body === null) return reply.removeHeader("content-type").send();
  return reply.send(typeof body === "string" ? Buffer.from(body) : body);
}

/** Sends the head of an answer that goes on; the connection carries nothing else, and ends with it. */
function beginStream(reply: FastifyReply): ServerResponse {
  const { raw } = reply.hijack();
  markStreaming(raw.req.socket);
  countAnswer(raw);
  const headers = { ...reply.getHeaders(), ...STREAM_HEADERS };
  return raw.writeHead(200, headers as OutgoingHttpHeaders);
}

function requireGrant(route: Route, actor: RequestActor): void {
  requireRole(actor, route.role);
  if (route.unscoped === true) requireUnscoped(actor);
}

/** A role that is too low: `not_found` for what is out of reach, `forbidden` for what it can. */
async function refuse(door: Door, route: Route, actor: RequestActor, name: string | null): Promise<void> {
  if (route.subject !== undefined && name !== null) await requireReached(door, route.subject, actor, name);
  requireRole(actor, route.role);
}

/** What the request names as its subject; null when it names none. */
function subjectName(route: Route, request: FastifyRequest): string | null {
  return route.subject === "query.app" ? (readQuery(request.url).app ?? null) : idOf(request);
}

async function requireReached({ services }: Door, subject: Subject, actor: RequestActor, name: string): Promise<void> {
  const { reader } = services;
  if (subject === "issue") await getAppIdOfIssue(reader, actor.reach, name);
  else if (subject === "section") await getSection(reader, actor.reach, name);
  else if (subject === "check") await getLiveCheck(reader, actor.reach, name);
  else if (subject === "result") await requireResult(reader, actor, name);
  else if ((await findApp(reader, actor.reach, name)) === undefined) throw notFound("app");
}

async function requireResult(reader: Reads, actor: RequestActor, id: string): Promise<void> {
  if ((await findResult(reader, actor.reach, id)) === undefined) throw notFound("result");
}

function queryOf(route: Route, request: FastifyRequest): unknown {
  const query = readQuery(request.url);
  if (route.query !== undefined) return requireShape(route.query, query, "query");
  const [unknown] = Object.keys(query);
  if (unknown !== undefined) throw new Fault("invalid_request", `unknown parameter ${quote(unknown)}.`);
  return undefined;
}

async function bodyOf(door: Door, route: Route, request: FastifyRequest): Promise<unknown> {
  if (route.takesFile === "bytes") return fileOf(request);
  const value = route.body === undefined ? undefined : rawBodyOf(route, request);
  if (route.subject === "body.app" && !hasRole(request.actor.role, route.role)) {
    const app = (value as { app?: unknown } | null)?.app;
    if (typeof app === "string" && !app.includes("\0")) await requireReached(door, "body.app", request.actor, app);
    requireRole(request.actor, route.role);
  }
  if (route.body === undefined && route.takesFile !== "stream") requireNoBody(request);
  return route.body === undefined ? undefined : requireShape(route.body, value, "body");
}

/** Throws `invalid_request`. */
function fileOf(request: FastifyRequest): SentFile {
  const bytes = request.body as Buffer | undefined;
  const { "content-type": contentType, "content-encoding": encoding } = request.headers;
  if (bytes === undefined || bytes.length === 0)
    throw new Fault("invalid_request", "The body is empty: send the file.");
  requirePlainEncoding(encoding, "invalid_request", "the file");
  return { bytes, contentType };
}

/** An empty object says nothing and does no harm. Throws `invalid_json`, `invalid_request`. */
function requireNoBody(request: FastifyRequest): void {
  const bytes = request.body as Buffer | undefined;
  if (bytes === undefined || bytes.length === 0) return;
  const { "content-type": type, "content-encoding": encoding } = request.headers;
  requireShape(NOTHING, readBody(bytes, type, encoding, false), "body");
}

function rawBodyOf(route: Route, request: FastifyRequest): unknown {
  const bytes = request.body as Buffer | undefined;
  if (bytes === undefined || bytes.length === 0) {
    if (route.bodyOptional === true) return {};
    throw new Fault("invalid_json", "The body is empty: send a JSON object.");
  }
  const { "content-type": type, "content-encoding": encoding } = request.headers;
  return readBody(bytes, type, encoding, route.exactNumbers === true);
}

function idOf(request: FastifyRequest): string {
  return plainName((request.params as { id?: string }).id);
}

/** The second name in a path. */
function partOf(request: FastifyRequest): string {
  const { part, delivery, notification, connection } = request.params as Record<string, string | undefined>;
  return plainName(part ?? delivery ?? notification ?? connection);
}

function plainName(name = ""): string {
  if (name.includes("\0")) throw new Fault("not_found", "There is nothing at this address.");
  return name;
}
