// A refusal must reach its sender, who may still be sending. Most clients and proxies read nothing before they have sent
// everything, and closing a connection on which unread bytes lie takes the answer with it. So what still comes is read and
// thrown away, within bounds. A sender that does not stop is answered all the same, read a while longer, and then cut off.
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

const MEGABYTE = 1_048_576;
const LOOK_EVERY_MS = 100;

interface Bounds {
  ms: number;
  bytes: number;
  /** How long nothing at all may come. */
  quietMs: number;
}

/** The answer waits for the end of the body no longer than this. A sender that is quiet may be waiting for the answer. */
const BEFORE_ANSWER: Bounds = { ms: 5_000, bytes: 160 * MEGABYTE, quietMs: 500 };
/** Afterwards the connection is closed on our side, and what comes over it is read no longer than this. */
const AFTER_ANSWER: Bounds = { ms: 10_000, bytes: 160 * MEGABYTE, quietMs: 10_000 };
/** Some 50 MB a second: the largest file that may be sent is read in two. */
const TICK_MS = 10;
const BYTES_A_TICK = MEGABYTE / 2;
/** Connections on which leftovers are read at once. With more, the oldest is answered, or cut off, at once. */
const MAX_AT_ONCE = 1_000;

/** Refused requests of which more is to come, each with what has it answered at once; oldest first. */
const unanswered = new Map<IncomingMessage, () => void>();
/** Connections on which nothing more is answered, each with what cuts it off; oldest first. */
const lingering = new Map<Socket, () => void>();

/**
 * Has the answer sent once the rest of the request was read and thrown away. If it does not end, `answer` finds the request
 * incomplete: then the answer must say that the connection is closed.
 */
export function afterRest(request: IncomingMessage, answer: () => void): void {
  const { socket } = request;
  if (request.complete || socket.destroyed) {
    answer();
    return;
  }
  makeRoom(unanswered);
  const stop = watch(socket, BEFORE_ANSWER, () => leave());
  const leave = () => {
    if (!unanswered.delete(request)) return;
    stop();
    if (!request.complete) linger(socket);
    answer();
  };
  unanswered.set(request, leave);
  request.once("end", leave).once("close", leave);
  readSlowly(request);
}

/** Requests whose rest is being read. */
const discarded = new Set<IncomingMessage>();
let bytesLeft = BYTES_A_TICK;
let ticking: NodeJS.Timeout | undefined;

/** Reads the rest of a request. All share so many bytes a tick, so that nobody who gets an answer waits for them. */
function readSlowly(request: IncomingMessage): void {
  discarded.add(request);
  const done = () => discarded.delete(request);
  request.once("end", done).once("close", done);
  request.on("data", (bytes: Buffer) => {
    bytesLeft -= bytes.length;
    if (bytesLeft <= 0) request.pause();
  });
  request.resume();
  ticking ??= setInterval(tick, TICK_MS).unref();
}

function tick(): void {
  bytesLeft = BYTES_A_TICK;
  for (const request of discarded) request.resume();
  if (discarded.size > 0) return;
  clearInterval(ticking);
  ticking = undefined;
}

/** Sends the last that there is to say on a connection, of which nothing more can be read as HTTP. */
export function endAfterRest(socket: Socket, answer: string): void {
  discard(socket);
  linger(socket);
  socket.end(answer);
}

/** The part of Node's parser that is told of each request. */
interface Parser {
  onIncoming(request: { upgrade: boolean }): number;
}

/** What Node's parser is told of a request to have it read no further. */
const ANOTHER_PROTOCOL = 2;
/** Connections of which nothing is read, until they linger. */
const unread = new WeakSet<Socket>();

/**
 * Has nothing read behind the request that is being read. Node would make a request of everything that has come, thousands of them, for
 * nobody to answer.
 */
export function readNoMoreRequests(socket: Socket): void {
  const { parser } = socket as Socket & { parser?: Parser | null };
  if (parser === undefined || parser === null) return;
  parser.onIncoming = (request) => {
    // Node lets go of a connection that is to be upgraded: nobody would hear of its errors, and nothing more would be sent.
    request.upgrade = false;
    leaveUnread(socket);
    return ANOTHER_PROTOCOL;
  };
}

/** Node goes on reading once the request that it was told of is over, so the connection is paused again. */
function leaveUnread(socket: Socket): void {
  discard(socket);
  if (lingering.has(socket)) return;
  unread.add(socket);
  socket.pause();
  socket.on("data", () => unread.has(socket) && socket.pause());
}

/** Keeps a connection that ends with its answer until what is still coming was read; nobody will answer that. */
export function lingerAtEnd(socket: Socket): void {
  readNoMoreRequests(socket);
  socket.destroySoon = () => {
    linger(socket);
    socket.end();
  };
}

/** Whether the connection only lives on until its other end stops sending. */
export function isLingering(socket: Socket): boolean {
  return lingering.has(socket);
}

/** Ends waiting for the rest of a request that can't be read as HTTP or took too long: its answer is sent now. */
export function giveUpRest(socket: Socket, isReadable: boolean): boolean {
  for (const [request, leave] of unanswered) if (request.socket === socket) leave();
  if (!lingering.has(socket)) return false;
  if (!isReadable) discard(socket);
  return true;
}

/** The server stops: nobody waits any longer. */
export function answerAllNow(): void {
  for (const leave of unanswered.values()) leave();
}

/** The library would destroy the connection as soon as the answer is out: it is closed on our side only. */
function linger(socket: Socket): void {
  makeRoom(lingering);
  const cut = () => socket.destroy();
  const stop = watch(socket, AFTER_ANSWER, cut);
  socket.destroySoon = () => socket.end();
  socket.once("close", () => {
    stop();
    lingering.delete(socket);
  });
  lingering.set(socket, cut);
  readNoMoreRequests(socket);
  if (unread.delete(socket)) socket.resume();
}

/** Takes the connection from whoever reads it, for good. */
function discard(socket: Socket): void {
  socket.removeAllListeners("data");
  socket.on("data", () => {});
  socket.resume();
}

/** Calls `over` once, when a bound is reached; calling what this gives ends the watch. */
function watch(socket: Socket, { ms, bytes, quietMs }: Bounds, over: () => void): () => void {
  const from = socket.bytesRead;
  let [read, looks, quiet] = [from, 0, 0];
  const timer = setInterval(() => {
    looks++;
    quiet = socket.bytesRead === read ? quiet + 1 : 0;
    read = socket.bytesRead;
    const isOver = looks * LOOK_EVERY_MS >= ms || quiet * LOOK_EVERY_MS >= quietMs || read - from > bytes;
    if (!isOver) return;
    clearInterval(timer);
    over();
  }, LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}

function makeRoom(entries: ReadonlyMap<unknown, () => void>): void {
  if (entries.size < MAX_AT_ONCE) return;
  const [end] = entries.values();
  end!();
}
