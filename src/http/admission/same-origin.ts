// Requests that change something on behalf of a person must come from a page of our own: a cookie alone proves nothing,
// because browsers send it along whoever made the request.
import type { IncomingMessage } from "node:http";
import { Fault } from "../../domain/fault.ts";
import { isJson } from "../pipeline/read-request.ts";

/** Whether the request, by its method, changes nothing. */
export function isSafe({ method }: IncomingMessage): boolean {
  return method === "GET" || method === "HEAD";
}

/** A body is JSON, which no form of another site can send, unless a file is wanted. Throws `forbidden`. */
export function requireSameOrigin(request: IncomingMessage, baseUrl: string, takesFile: boolean): void {
  if (isSafe(request)) return;
  if (!takesFile && hasBody(request) && !isJson(request.headers["content-type"] ?? "")) {
    throw new Fault("forbidden", "A body must be JSON here, with Content-Type: application/json.");
  }
  if (!isOurs(request, baseUrl)) {
    throw new Fault("forbidden", "This request comes from another site: only pages of this server may send it.");
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}

/** Browsers say where a request comes from; the older ones only name the origin. */
function isOurs({ headers }: IncomingMessage, baseUrl: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const { origin, host } = headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  const from = new URL(origin);
  // The port that a scheme has anyway may be written out in Host.
  const own = `${from.protocol}//${host}`;
  return from.origin === new URL(baseUrl).origin || (URL.canParse(own) && new URL(own).origin === from.origin);
}
