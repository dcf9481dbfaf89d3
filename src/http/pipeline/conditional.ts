// Conditional requests: an answer carries a tag, and whoever names the tag is told that they have the answer already.
import type { FastifyReply, FastifyRequest } from "fastify";
import { Fault } from "../../domain/fault.ts";
import { type Awaitable, andThen } from "../../lib/async/awaitable.ts";
import { isNamed, namedAs } from "../../lib/etag.ts";
import type { AnswerCache } from "./answer-cache.ts";
import type { Call, Route, Tagged } from "./route.ts";

/** Browsers may keep it, and must ask each time whether it still holds. */
const REVALIDATED = "private, no-cache";

/** What a route's handler is given to answer with: see `cached` there. */
export function answerer(cache: AnswerCache, route: Route, request: FastifyRequest, key: string): Call["cached"] {
  return (
    version: string | null,
    make: () => Awaitable<string | Buffer | { body: string; tag: string }>,
    given?: string,
  ): Awaitable<Tagged> => {
    const known = version === null ? undefined : (given ?? cache.tagOf(key, version));
    if (known !== undefined && isKnown(request, known)) return { body: null, tag: known };
    const makeTagged = () =>
      andThen(make(), (made) =>
        typeof made === "string" || Buffer.isBuffer(made) ? { body: made, tag: known! } : made,
      );
    return route.cacheable === true ? cache.get(key, request.stamp, version, makeTagged) : makeTagged();
  };
}

function isKnown(request: FastifyRequest, tag: string): boolean {
  return isNamed(request.headers["if-none-match"], tag);
}

/** Puts the tag on the answer. True when the request names it: then the answer is 304 and has no body. */
export function tagAnswer(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  reply.header("etag", tag);
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  reply.header("cache-control", REVALIDATED);
  const known = namedAs(request.headers["if-none-match"], tag);
  if (known === undefined) return false;
  if (known !== tag) reply.header("etag", known);
  reply.status(304).removeHeader("content-type");
  return true;
}

/** What has no tag can't be what somebody has seen. Throws `precondition_failed`. */
export function requireUnconditional({ method, conditional }: Route, request: FastifyRequest): void {
  if (method === "GET" || conditional === true || request.headers["if-match"] === undefined) return;
  throw new Fault("precondition_failed", "If-Match: this address gives no ETag to compare with; leave the header out.");
}
