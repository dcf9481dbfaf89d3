// The headers that answers carry, as the document shows them.
import type { JsonSchema } from "./json-schemas.ts";

interface Header {
  description: string;
  schema: JsonSchema;
  example: string | number;
}

const text = { type: "string" };
const whole = { type: "integer" };

/** Keys are names in the document; each says which header it is. */
export const HEADERS: Record<string, Header & { name: string }> = {
  RequestId: {
    name: "X-Request-Id",
    description: "The id of this request, to be quoted when something is reported.",
    schema: text,
    example: "req_01k9zj5h7m3v8q2n6x4w1t0rbe",
  },
  Location: {
    name: "Location",
    description: "The path of what was made.",
    schema: { type: "string", format: "uri-reference" },
    example: "/api/v1/issues/iss_01k9zj5h7m3v8q2n6x4w1t0rbe",
  },
  RetryAfter: {
    name: "Retry-After",
    description: "Seconds after which the same request may pass.",
    schema: whole,
    example: 30,
  },
  ETag: {
    name: "ETag",
    description: "Send it back as `If-None-Match`: the answer is 304 while nothing has changed.",
    schema: text,
    example: 'W/"b2f5ff47436671b6e533d8dc"',
  },
  Tag: {
    name: "ETag",
    description: "Send it back as `If-Match` with a change: 412 says that somebody else was faster.",
    schema: text,
    example: '"b2f5ff47436671b6e533d8dc"',
  },
  Link: {
    name: "Link",
    description: 'Where the next page is, with `rel="next"`; not on the last one.',
    schema: text,
    example: '<https://retest.example.com/api/v1/issues?cursor=…>; rel="next"',
  },
  RateLimit: {
    name: "RateLimit-Limit",
    description: "How many requests a minute this key may make.",
    schema: whole,
    example: 1200,
  },
  RateRemaining: {
    name: "RateLimit-Remaining",
    description: "How many are left of this minute.",
    schema: whole,
    example: 1187,
  },
  RateReset: {
    name: "RateLimit-Reset",
    description: "Seconds until the next minute begins.",
    schema: whole,
    example: 42,
  },
  Replayed: {
    name: "Idempotent-Replayed",
    description: "`true` when the `Idempotency-Key` was known: this is the first answer again.",
    schema: text,
    example: "true",
  },
  Authenticate: { name: "WWW-Authenticate", description: "How to say who asks.", schema: text, example: "Bearer" },
  Disposition: {
    name: "Content-Disposition",
    description: "The name to save the file under.",
    schema: text,
    example: 'attachment; filename="Lantern-Bank.yaml"',
  },
};
