// What a connection carries: so many requests in all, and so many of them that wait for their answers. A client may send requests without
// waiting for answers (pipelining), and Node makes a request of everything that it has read, in one go, while nobody else is heard.
import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

const MAX_REQUESTS = 1_000;
const MAX_UNANSWERED = 100;

interface Carried {
  requests: number;
  unanswered: number;
  hasLast: boolean;
}

const carried = new WeakMap<Duplex, Carried>();

/** `last`: its answer ends the connection. What comes behind that is not done. */
export type RequestPlace = "before the last" | "last" | "behind the last";

/** Counts a request that came over the connection, and says whether the connection takes another one. */
export function takeRequest(socket: Duplex, response: ServerResponse): RequestPlace {
  const counts = carried.get(socket) ?? { requests: 0, unanswered: 0, hasLast: false };
  carried.set(socket, counts);
  if (counts.hasLast) return "behind the last";
  counts.requests++;
  counts.unanswered++;
  response.once("close", () => counts.unanswered--);
  counts.hasLast = counts.requests === MAX_REQUESTS || counts.unanswered === MAX_UNANSWERED;
  return counts.hasLast ? "last" : "before the last";
}

/** Whether a request has come over the connection. */
export function hasCarried(socket: Duplex): boolean {
  return carried.has(socket);
}
