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
  Authenticate: { name: "WWW-Authenticate", description: "How to say who asks.", schema: text, example: "Bearer" },
  Disposition: {
    name: "Content-Disposition",
    description: "The name to save the file under.",
    schema: text,
    example: 'attachment; filename="Lantern-Bank.yaml"',
  },
};
