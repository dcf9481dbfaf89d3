// Where every request comes in: what its connection may still carry, the headers of its answer, and that it waits for the
// end of the tick of the event loop, to be answered together with what else came in it.
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from "fastify";
import { TOOL_PATH } from "../../domain/connections/connection.ts";
import { Fault } from "../../domain/fault.ts";
import type { TickOrigin } from "../../lib/async/round-robin.ts";
import type { TickBatcher } from "../../lib/async/tick-batcher.ts";
import { tokenHash } from "../../lib/crypto/token.ts";
import { takeRequest } from "../transport/carried-requests.ts";
import { isLingering, lingerAtEnd } from "../transport/discard-rest.ts";
import { requireClearHeaders } from "../transport/headers.ts";
import type { CommonHeaders } from "../transport/security-headers.ts";
import { abandon, isAbandoned, isStreaming } from "../transport/sockets.ts";

/** Longer than any key, and than the cookies of one who is in a few workspaces. */
const MAX_KEPT = 512;

export interface RequestEnd {
  /** Answers what is under way and refuses what is new. */
  closing: boolean;
  /** Answers all that comes over the connections it has. */
  draining: boolean;
}

/** `refuseUnknown` answers what has no route, before its body is read. */
export function requestGate(
  headers: CommonHeaders,
  ticks: TickBatcher,
  ending: () => RequestEnd,
  refuseUnknown: (request: FastifyRequest, reply: FastifyReply) => void,
): onRequestHookHandler {
  return (request, reply, done) => {
    const { socket } = request.raw;
    if (!isToAnswer(headers, request, reply)) return;
    const { closing, draining } = ending();
    if (closing && !draining) {
      reply.header("connection", "close");
      done(new Fault("unavailable", "The server is stopping. Try again in a moment."));
      return;
    }
    const fail = (error: unknown) => {
      abandon(socket);
      reply.header("connection", "close");
      done(error as Error);
    };
    try {
      if (draining) reply.header("connection", "close");
      requireClearHeaders(request.raw);
    } catch (error) {
      fail(error);
      return;
    }
    const work = () => {
      // A stream may have begun on its connection meanwhile.
      if (isHeldByStream(socket, reply)) return;
      try {
        if (request.is404) refuseUnknown(request, reply);
        else done();
      } catch (error) {
        fail(error);
      }
    };
    ticks.join(work, originOf(request.raw));
  };
}

/** Counts a request that came over a connection, and begins its answer; false for one that gets none. */
export function isToAnswer(headers: CommonHeaders, request: FastifyRequest, reply: FastifyReply): boolean {
  const { socket } = request.raw;
  if (isHeldByStream(socket, reply)) return false;
  const place = takeRequest(socket, reply.raw);
  // Its answer could not leave: the connection ends with an earlier one.
  if (isAbandoned(socket) || isLingering(socket) || place === "behind the last") {
    reply.hijack();
    return false;
  }
  prepare(headers, request, reply);
  if (place === "last") {
    lingerAtEnd(socket);
    reply.header("connection", "close");
  }
  return true;
}

/** Who seems to have sent a request, before that is looked up: senders take turns where not all fit into one tick. */
export function originOf(request: IncomingMessage): TickOrigin {
  return { connection: request.socket, who: () => seemingSender(request) };
}

const SESSION = /(?:^|;\s*)(?:__Host-)?retest=([^;]*)/;

/** Tells senders apart by what they send. Whoever makes up something new each time is refused, which costs nothing. */
export function seemingSender({ headers, url = "", socket }: IncomingMessage): string {
  const { authorization, cookie } = headers;
  if (authorization !== undefined) return short(authorization.slice(authorization.lastIndexOf(" ") + 1), authorization);
  const session = cookie === undefined ? undefined : SESSION.exec(cookie)?.[1];
  if (session !== undefined) return short(session, cookie!);
  return url.startsWith(TOOL_PATH) ? short(url, url) : (socket.remoteAddress ?? "");
}

/** Senders are remembered, and a part of a long text keeps all of that in memory. */
function short(part: string, whole: string): string {
  return whole.length > MAX_KEPT ? tokenHash(part) : part;
}

/** Cuts off a request behind a stream on the same connection: it would never be answered. */
function isHeldByStream(socket: Duplex, reply: FastifyReply): boolean {
  if (!isStreaming(socket)) return false;
  socket.destroy();
  reply.hijack();
  return true;
}

function prepare(headers: CommonHeaders, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(headers);
  reply.header("content-type", "application/json; charset=utf-8");
  reply.header("x-request-id", request.id);
}
