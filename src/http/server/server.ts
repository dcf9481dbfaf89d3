// The HTTP server: its limits and timeouts, the headers on every answer, one error shape for every failure.
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { Fault } from "../../domain/fault.ts";
import { CONNECTIONS_PER_SERVER, MAX_REQUEST_BYTES } from "../../domain/limits.ts";
import { newId } from "../../lib/ids.ts";
import { ERROR_STATUSES } from "../../wire/error-statuses.ts";
import { admitAssistants } from "../admission/assistant-admission.ts";
import { admitKeys } from "../admission/key-admission.ts";
import { KeyRing } from "../admission/key-lookup.ts";
import { admitPeople } from "../admission/person-admission.ts";
import type { RefusalWatch } from "../admission/refusal-watch.ts";
import { METRICS_PATH, type MetricsDeps, mountMetrics } from "../metrics/metrics-route.ts";
import type { RequestMeter } from "../metrics/request-meter.ts";
import { AnswerCache } from "../pipeline/answer-cache.ts";
import { readFairly } from "../pipeline/fair-reads.ts";
import { openInternalCalls } from "../pipeline/internal-calls.ts";
import { mountRoutes } from "../pipeline/mount.ts";
import type { MountedModule } from "../pipeline/mounted-module.ts";
import { limitRequests } from "../pipeline/rate-limit.ts";
import { isToAnswer, requestGate } from "../pipeline/request-gate.ts";
import type { Route } from "../pipeline/route.ts";
import type { Services } from "../pipeline/services.ts";
import { API_PREFIX, API_ROUTES, UI_PREFIX, UI_ROUTES } from "../routes/all-routes.ts";
import { afterRest, answerAllNow } from "../transport/discard-rest.ts";
import { failureOf } from "../transport/errors.ts";
import { refusalForm } from "../transport/oauth-errors.ts";
import { commonHeaders } from "../transport/security-headers.ts";
import { limitConnections } from "../transport/socket-limits.ts";
import { hardenSocketHandling, refuseRaw, stopAccepting, watchConnections } from "../transport/sockets.ts";
import {
  CUT_OFF_AFTER_MS,
  DRAIN_WITHIN_MS,
  DRAINED_IDLE_MS,
  GRACE_MS,
  HEADERS_TIMEOUT_MS,
  KEEP_ALIVE_MS,
  REQUEST_TIMEOUT_MS,
  SWEEP_MS,
  TIMEOUTS_CHECKED_MS,
} from "../transport/timeouts.ts";
import { methodFinder, type PathTable } from "./allowed-methods.ts";
import { setChallenge } from "./challenge.ts";
import { mountHealth } from "./health.ts";

/** A name of 200 characters, each percent-encoded at its longest. */
const MAX_PARAM_LENGTH = 2_400;

export interface HttpServer {
  listen(host: string, port: number): Promise<number>;
  /**
   * Says at /readyz that it leaves, for as long as a balancer needs to notice; then leaves new connections to others, and
   * answers all that comes over the ones it has until they have ended.
   */
  drain(noticeMs: number): Promise<void>;
  /** Answers what is under way, refuses what is new, and ends. */
  close(): Promise<void>;
}

/** What is measured, and who may see it. */
export type Measured = Omit<MetricsDeps, "reader" | "clock"> & { requests: RequestMeter; refusals: RefusalWatch };

export function createHttpServer(
  services: Services,
  modules: readonly MountedModule[],
  { requests, refusals, ...measured }: Measured,
  logger: Logger,
): HttpServer {
  const refuse = refuseWith(logger, refusals, services.baseUrl);
  const headers = commonHeaders(services.hsts);
  const answerUnknown = (request: FastifyRequest, reply: FastifyReply) =>
    modules.some((module) => module.answerUnknown?.(request, reply) === true);
  const server: FastifyInstance = fastify({
    // A logger per request would cost more than all that is logged; ours is told the request id when it matters.
    logger: false,
    requestIdHeader: false,
    genReqId: () => newId("req", services.clock()),
    bodyLimit: MAX_REQUEST_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUTS_CHECKED_MS,
      maxHeaderSize: 16_384,
      // A missing Host is refused by requireClearHeaders instead, in our error shape.
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, querystringParser: () => ({}) },
    return503OnClosing: false,
    // Requests are read by our own schemas. The framework's compilers would be loaded all the same: a tenth of a server's start.
    schemaController: { compilersFactory: { buildValidator: withoutSchemas, buildSerializer: withoutSchemas } },
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      if (!isToAnswer(headers, request, reply)) return;
      // An address that can't be read is one that nothing is at, too.
      if (!answerUnknown(request, reply)) refuse(error, request, reply);
    },
    // What came before it in the same tick is still to be answered.
    clientErrorHandler: (error: { code?: string }, socket: Duplex) => {
      const origin = { connection: socket, who: () => (socket as Socket).remoteAddress ?? "" };
      services.ticks.join(() => refuseRaw(error, socket, headers), origin);
    },
  } as object) as unknown as FastifyInstance;
  hardenSocketHandling(server.server, headers);
  limitConnections(server.server, {
    total: CONNECTIONS_PER_SERVER,
    perAddress: services.addressConnections,
    proxies: services.trustedProxies,
  });
  server.server.on("connection", () => services.ticks.noteConnection());
  const connections = watchConnections(server.server);

  requests.watch(server);

  let [closing, draining, leaving] = [false, false, false];
  server.decorateRequest("actor");
  server.decorateRequest("stamp", null);
  server.decorateRequest("isBodyDue", false);
  const allowedMethods = methodFinder(pathTable(modules));
  const unknown = (request: FastifyRequest, reply: FastifyReply) => {
    const methods = allowedMethods(request.url);
    if (methods.length > 0 || !answerUnknown(request, reply)) refuseUnknown(refuse, methods, request, reply);
  };
  const ending = () => ({ closing, draining });
  server.addHook("onRequest", requestGate(headers, services.ticks, ending, unknown));
  if (logger.isLevelEnabled("debug")) server.addHook("onResponse", logRequest(logger));
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  server.setErrorHandler(refuse);
  server.setNotFoundHandler(unknown);

  mountHealth(server, services, () => leaving);
  mountMetrics(server, { reader: services.reader, clock: services.clock, ...measured });
  const cache = new AnswerCache(services.reader);
  const { clock, rates, trustedProxies } = services;
  const limits = limitRequests(services);
  const admission = admitKeys(new KeyRing(services), rates, clock, trustedProxies);
  const keys = { admission, limit: limits.keys };
  const shared = { services, cache, readFairly: readFairly(services.reader) };
  const apiContext = { ...shared, ...keys };
  mountRoutes(server, API_PREFIX, API_ROUTES, apiContext);
  const people = { admission: admitPeople(services), limit: limits.people };
  mountRoutes(server, UI_PREFIX, UI_ROUTES, { ...shared, ...people });
  const internalCalls = openInternalCalls(
    { ...apiContext, admission: admitAssistants(services, admission) },
    API_ROUTES,
  );
  for (const module of modules) module.mount(server, internalCalls);

  return {
    async listen(host, port) {
      await server.listen({ host, port });
      const address = server.server.address();
      return typeof address === "object" && address !== null ? address.port : port;
    },
    async drain(noticeMs) {
      leaving = true;
      await sleep(noticeMs);
      draining = true;
      stopAccepting(server.server);
      services.live.close();
      connections.letGo();
      for (let waited = 0; connections.size > 0 && waited < DRAIN_WITHIN_MS; waited += SWEEP_MS) {
        if (waited >= DRAINED_IDLE_MS) server.server.closeIdleConnections();
        await sleep(SWEEP_MS);
      }
    },
    async close() {
      closing = true;
      services.live.close();
      connections.letGo();
      // Kept connections learn from an answer that this server ends, instead of from a reset. In several steps: a process that
      // was paused for all of it reads what has arrived meanwhile before a connection counts as idle.
      for (let waited = 0; waited < GRACE_MS; waited += SWEEP_MS) await sleep(SWEEP_MS);
      services.uploads.close();
      answerAllNow();
      const sweep = setInterval(() => setImmediate(() => server.server.closeIdleConnections()), SWEEP_MS);
      const cut = setTimeout(() => server.server.closeAllConnections(), CUT_OFF_AFTER_MS);
      await server.close().finally(() => {
        clearInterval(sweep);
        clearTimeout(cut);
      });
    },
  };
}

function withoutSchemas(): never {
  throw new Error("no route has a schema of the framework");
}

/** The route's pattern, not the address: an address may hold what is nobody else's business. */
function logRequest(logger: Logger) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const { id, method, routeOptions } = request;
    const ms = reply.elapsedTime;
    logger.debug({ requestId: id, method, route: routeOptions.url, status: reply.statusCode, ms }, "request");
    done();
  };
}

type Refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;

function refuseWith(logger: Logger, refusals: RefusalWatch, baseUrl: string): Refuse {
  return (error, request, reply) => {
    const bodyLimit = () => request.routeOptions?.bodyLimit ?? MAX_REQUEST_BYTES;
    const { status, body, headers, unforeseen } = failureOf(error, request.id, bodyLimit);
    if (error instanceof Fault) refusals.add(error.code, request);
    if (unforeseen) {
      logger.error({ requestId: request.id, route: request.routeOptions?.url, err: error }, "request failed");
    }
    const form = refusalForm(request.url, body);
    reply.status(status);
    if (error instanceof Fault && status === ERROR_STATUSES.unauthorized) setChallenge(request, reply, error, baseUrl);
    reply.headers({ ...headers, ...form.headers });
    afterRest(request.raw, () => {
      if (!request.raw.complete) reply.header("connection", "close");
      reply.send(form.text);
    });
  };
}

/** No such path: 404; a path that exists for other methods: 405 with those. */
function refuseUnknown(refuse: Refuse, methods: string[], request: FastifyRequest, reply: FastifyReply): void {
  if (methods.length === 0) {
    refuse(new Fault("not_found", "There is nothing at this address."), request, reply);
    return;
  }
  reply.header("allow", methods.join(", "));
  const message = `${request.method} is not possible here; allowed: ${methods.join(", ")}.`;
  refuse(new Fault("method_not_allowed", message), request, reply);
}

function pathTable(modules: readonly MountedModule[]): PathTable {
  return [
    ...API_ROUTES.map((route): PathTable[number] => [API_PREFIX + route.path, methodsOf(route)]),
    ...UI_ROUTES.map((route): PathTable[number] => [UI_PREFIX + route.path, methodsOf(route)]),
    ["/healthz", ["GET", "HEAD"]],
    ["/readyz", ["GET", "HEAD"]],
    [METRICS_PATH, ["GET", "HEAD"]],
    ...modules.flatMap((module) => Object.entries(module.paths)),
  ];
}

function methodsOf({ method, endless }: Route): string[] {
  return method === "GET" && endless !== true ? [method, "HEAD"] : [method];
}
