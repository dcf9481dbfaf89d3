// Headers of streams, and headers that make a request ambiguous. What every answer and every page carries is in security-headers.ts.
import type { IncomingMessage } from "node:http";
import { Fault } from "../../domain/fault.ts";

/** Headers of a stream: a proxy that gathers an answer first would hold it back. */
export const STREAM_HEADERS = {
  "content-type": "text/event-stream",
  "x-accel-buffering": "no",
  connection: "close",
};

/** Where two values would let us and a proxy in front of us read two different requests. */
const ONCE = new Set(["authorization", "host", "content-type", "content-length", "idempotency-key"]);

/**
 * Throws `invalid_request` for a header that may stand once and appears twice, for a missing Host, and for an unknown
 * transfer coding. The connection can't be trusted after that.
 */
export function requireClearHeaders({ rawHeaders, headers, httpVersion }: IncomingMessage): void {
  const transferEncoding = headers["transfer-encoding"];
  let seen: string[] | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase();
    if (!ONCE.has(name)) continue;
    if (seen === undefined) seen = [name];
    else if (seen.includes(name)) throw new Fault("invalid_request", `The header ${name} appears twice; send it once.`);
    else seen.push(name);
  }
  if (headers.host === undefined && httpVersion === "1.1") {
    throw new Fault("invalid_request", "The header Host is missing.");
  }
  if (transferEncoding !== undefined && transferEncoding.toLowerCase() !== "chunked") {
    throw new Fault("invalid_request", "The only transfer coding accepted is chunked.");
  }
}
