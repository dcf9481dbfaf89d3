// Below the requests: connections, and what comes over them that is no request.
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { newId } from "../../lib/ids.ts";
import { presentError } from "../../wire/error.ts";
import { ERROR_STATUSES } from "../../wire/error-statuses.ts";
import { afterRest, endAfterRest, giveUpRest, lingerAtEnd, readNoMoreRequests } from "./discard-rest.ts";
import { rawFailure } from "./errors.ts";
import type { CommonHeaders } from "./security-headers.ts";

const abandoned = new WeakSet<Duplex>();

/** Cases that the HTTP library would answer by itself, in another shape than ours, or not at all. */
export function hardenSocketHandling(server: Server, headers: CommonHeaders): void {
  // Their size is bounded; of their number none may be dropped silently, or a request would mean something else.
  server.maxHeadersCount = 0;
  // A client that has sent its request and closed its side still gets the answer.
  (server as Server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
  server.on("connect", (_request: IncomingMessage, socket: Duplex) => {
    // The library has let go of this socket: without a listener, a client that resets it would end the process.
    socket.on("error", () => socket.destroy());
    refuseRaw({}, socket, headers);
  });
  server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
    const body = presentError("invalid_request", "The only expectation that can be met is 100-continue.");
    lingerAtEnd(request.socket);
    afterRest(request, () => response.writeHead(ERROR_STATUSES.invalid_request, rawHeaders(body, headers)).end(body));
  });
}

/** Gives up a connection after an ambiguous request: nothing behind it is read as another one. */
export function abandon(socket: Socket): void {
  abandoned.add(socket);
  readNoMoreRequests(socket);
}

export function isAbandoned(socket: Duplex): boolean {
  return abandoned.has(socket);
}

const streaming = new WeakSet<Duplex>();

/** The connection carries an answer that does not end by itself: what follows on it would wait for ever. */
export function markStreaming(socket: Duplex): void {
  streaming.add(socket);
}

export function isStreaming(socket: Duplex): boolean {
  return streaming.has(socket);
}

export interface Connections {
  /** Called when the server stops: answers under way tell clients not to keep the connection. */
  letGo(): void;
  readonly size: number;
}

export function watchConnections(server: Server): Connections {
  const open = new Set<Duplex>();
  server.on("connection", (socket: Duplex) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  return {
    letGo() {
      for (const socket of open) {
        const answer = (socket as Duplex & { _httpMessage?: ServerResponse })._httpMessage;
        if (answer !== undefined && answer !== null) answer.shouldKeepAlive = false;
      }
    },
    get size() {
      return open.size;
    },
  };
}

/** Takes no new connections. Unlike the server's own `close`, this leaves kept ones alone. */
export function stopAccepting(server: Server): void {
  NetServer.prototype.close.call(server);
}

const patient = new WeakSet<Duplex>();

/** Whether the request under way has a time limit of its own, in place of the one that all others share. */
export function setPatient(socket: Duplex, isPatient: boolean): void {
  if (isPatient) patient.add(socket);
  else patient.delete(socket);
}

/** Answers what can't be read as HTTP: the error has the usual shape, written to the socket by hand. */
export function refuseRaw(error: { code?: string }, socket: Duplex, headers: CommonHeaders): void {
  // Said once for each request, and not again.
  const isTimeout = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
  if (isTimeout && patient.has(socket)) return;
  // What is left of a request that was refused gets no second answer.
  if (error.code !== "ECONNRESET" && giveUpRest(socket as Socket, isTimeout)) return;
  if (error.code === "ECONNRESET" || !socket.writable || isStreaming(socket)) {
    socket.destroy();
    return;
  }
  if (isAbandoned(socket)) return;
  // Whole requests that came before the noise are answered first: they may have done something. An answer stays in front
  // until all of it was sent; then the next one does.
  const earlier = (socket as Duplex & { _httpMessage?: ServerResponse | null })._httpMessage;
  if (earlier?.req.complete === true) earlier.once("finish", () => refuseRaw(error, socket, headers));
  else endAfterRest(socket as Socket, rawAnswer(error.code, headers));
}

function rawAnswer(errorCode: string | undefined, common: CommonHeaders): string {
  const [code, message] = rawFailure(errorCode);
  const body = presentError(code, message);
  const headers = Object.entries(rawHeaders(body, common)).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${ERROR_STATUSES[code]} ${STATUS_CODES[ERROR_STATUSES[code]]}\r\n${headers.join("")}\r\n${body}`;
}

function rawHeaders(body: string, common: CommonHeaders): Record<string, string> {
  return {
    ...common,
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    "x-request-id": newId("req", 0),
    connection: "close",
  };
}
