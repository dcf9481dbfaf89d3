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
    description: "The id of this request, to quote when you report a problem.",
    schema: text,
    example: "req_01k9zj5h7m3v8q2n6x4w1t0rbe",
  },
  Location: {
    name: "Location",
    description: "The path of what was created.",
    schema: { type: "string", format: "uri-reference" },
    example: "/api/v1/issues/iss_01k9zj5h7m3v8q2n6x4w1t0rbe",
  },
  RetryAfter: {
    name: "Retry-After",
    description: "How many seconds to wait before trying again.",
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
    description:
      "Send it back as `If-Match` with a change: the answer is 412 if somebody else has changed it meanwhile.",
    schema: text,
    example: '"b2f5ff47436671b6e533d8dc"',
  },
  Link: {
    name: "Link",
    description: 'The URL of the next page, with `rel="next"`; absent on the last page.',
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
    description: "How many of them are left in this minute.",
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
    description: "`true` when the `Idempotency-Key` was used before: this repeats the first answer.",
    schema: text,
    example: "true",
  },
  Authenticate: { name: "WWW-Authenticate", description: "How to authenticate.", schema: text, example: "Bearer" },
  Disposition: {
    name: "Content-Disposition",
    description: "The name to save the file under.",
    schema: text,
    example: 'attachment; filename="Lantern-Bank.yaml"',
  },
};
