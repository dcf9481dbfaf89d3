// What an endpoint answers, as the document shows it: its successes with examples, its refusals with their codes.
import { STATUS_CODES } from "node:http";
import type { FaultCode } from "../../../domain/fault.ts";
import { groupBy } from "../../../lib/collections/group-by.ts";
import { ErrorSchema } from "../../../wire/error.ts";
import { ERROR_STATUSES } from "../../../wire/error-statuses.ts";
import { HEADERS } from "./answer-headers.ts";
import type { Endpoint } from "./endpoint.ts";
import { FAULT_MEANINGS, FAULT_SAYINGS } from "./error-codes.ts";
import type { Example } from "./examples.ts";
import type { JsonSchema, JsonSchemas } from "./json-schemas.ts";

export type Response = Record<string, unknown>;

export function successes(endpoint: Endpoint, schemas: JsonSchemas, examples: readonly Example[]) {
  const responses: Record<string, Response> = {};
  for (const [status, schema] of Object.entries(endpoint.answers)) {
    const content: Record<string, object> = {};
    const types = endpoint.types ?? (schema === null ? [] : ["application/json"]);
    for (const type of types) {
      const example = examples.find((one) => one.status === Number(status) && (one.answerType ?? JSON_TYPE) === type);
      content[type] = {
        schema: schema !== null && type.endsWith("json") ? schemas.of(schema) : { type: "string" },
        ...(example === undefined ? {} : { example: example.answer }),
      };
    }
    responses[status] = {
      description: STATUS_CODES[status],
      headers: headers([...(Number(status) === 201 ? ["Location"] : []), ...(endpoint.headers ?? [])]),
      ...(types.length === 0 || BODILESS.has(Number(status)) ? {} : { content }),
    };
  }
  if (isTagged(endpoint)) {
    responses[304] = {
      description: "Nothing has changed since the answer whose `ETag` was sent as `If-None-Match`.",
      headers: headers(["ETag"]),
    };
  }
  return responses;
}

/** Whether its answers have a tag to ask with again. */
export function isTagged({ headers }: Endpoint): boolean {
  return headers?.includes("ETag") === true;
}

const BODILESS = new Set([202, 204]);
const JSON_TYPE = "application/json";

/** Refusals, each combination of codes under one status once. */
export class ErrorResponses {
  readonly components: Record<string, Response> = {};
  readonly #schemas: JsonSchemas;

  constructor(schemas: JsonSchemas) {
    this.#schemas = schemas;
  }

  of(codes: readonly FaultCode[]): Record<string, Response> {
    const byStatus = groupBy(codes, (code) => ERROR_STATUSES[code]);
    return Object.fromEntries(
      [...byStatus].sort(([a], [b]) => a - b).map(([status, some]) => [status, this.#reference(some.toSorted())]),
    );
  }

  #reference(codes: readonly FaultCode[]): Response {
    const name = codes.join("-");
    this.components[name] ??= {
      description: codes.map((code) => `\`${code}\`: ${FAULT_MEANINGS[code]}`).join("\n\n"),
      headers: headers(codes.flatMap((code) => HEADERS_OF[code] ?? [])),
      content: {
        [JSON_TYPE]: {
          schema: this.#schemaOf(codes),
          examples: Object.fromEntries(
            codes.map((code) => {
              const message = FAULT_SAYINGS[code] ?? FAULT_MEANINGS[code];
              return [code, { value: { error: { code, message } } }];
            }),
          ),
        },
      },
    };
    return { $ref: `#/components/responses/${name}` };
  }

  #schemaOf(codes: readonly FaultCode[]): JsonSchema {
    const schema = this.#schemas.of(ErrorSchema);
    schema.properties.error.properties.code.enum = codes;
    return schema;
  }
}

const HEADERS_OF: Partial<Record<FaultCode, string[]>> = {
  unauthorized: ["Authenticate"],
  rate_limited: ["RetryAfter"],
  unavailable: ["RetryAfter"],
  in_progress: ["RetryAfter"],
};

function headers(keys: readonly string[]): Record<string, object> {
  const shown = ["RequestId", ...new Set(keys)];
  return Object.fromEntries(shown.map((key) => [HEADERS[key]!.name, { $ref: `#/components/headers/${key}` }]));
}
