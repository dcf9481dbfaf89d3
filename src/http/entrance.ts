// Where every request comes in: what its connection may still carry, the headers of its answer, and that it waits for the
// end of the turn of the event loop, to be answered together with what else came in it.
import type { Duplex } from "node:stream";
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from "fastify";
import { Fault } from "../domain/fault.ts";
import type { Turns } from "../lib/turns.ts";
import { isLingering, lingerAtEnd } from "./discard-rest.ts";
import { type CommonHeaders, requireClearHeaders } from "./headers.ts";
import { abandon, countRequest, isAbandoned, isStreaming } from "./sockets.ts";

const MAX_REQUESTS_PER_SOCKET = 1_000;

export interface Ending {
  /** Answers what is under way and refuses what is new. */
  closing: boolean;
  /** Answers all that comes over the connections it has. */
  draining: boolean;
}

/** `refuseUnknown` answers what has no route, before its body is read. */
export function entrance(
  headers: CommonHeaders,
  turns: Turns,
  ending: () => Ending,
  refuseUnknown: (request: FastifyRequest, reply: FastifyReply) => void,
): onRequestHookHandler {
  return (request, reply, done) => {
    const { socket } = request.raw;
    if (isHeldByStream(socket, reply)) return;
    const count = countRequest(socket);
    // Its answer could not leave: the connection ends with an earlier one.
    if (isAbandoned(socket) || isLingering(socket) || count > MAX_REQUESTS_PER_SOCKET) {
      reply.hijack();
      return;
    }
    prepare(headers, request, reply);
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
      if (count === MAX_REQUESTS_PER_SOCKET) lingerAtEnd(socket);
      if (count === MAX_REQUESTS_PER_SOCKET || draining) reply.header("connection", "close");
      requireClearHeaders(request.raw);
    } catch (error) {
      fail(error);
      return;
    }
    turns.join(() => {
      // A stream may have begun on its connection meanwhile.
      if (isHeldByStream(socket, reply)) return;
      try {
        if (request.is404) refuseUnknown(request, reply);
        else done();
      } catch (error) {
        fail(error);
      }
    });
  };
}

/** Nothing that follows a stream on its connection would ever be answered. */
function isHeldByStream(socket: Duplex, reply: FastifyReply): boolean {
  if (!isStreaming(socket)) return false;
  socket.destroy();
  reply.hijack();
  return true;
}

export function prepare(headers: CommonHeaders, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(headers);
  reply.header("content-type", "application/json; charset=utf-8");
  reply.header("x-request-id", request.id);
}
