// The API's document, OpenAPI 3.1: made from the table of routes, the schemas that they validate with, and the families.
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { HEADERS } from "./answer-headers.ts";
import { type Endpoint, UNDESCRIBED } from "./endpoint.ts";
import { type Example, type Examples, examplesOf } from "./examples.ts";
import { INTRODUCTION } from "./general-texts.ts";
import { JsonSchemas } from "./json-schemas.ts";
import type { OperationGroup } from "./operation.ts";
import { parametersOf, requestBodyOf } from "./requests.ts";
import { ErrorResponses, type Response, successes } from "./responses.ts";

// biome-ignore lint/suspicious/noExplicitAny: the document's form is the specification's
export type OpenApi = Record<string, any>;

export interface Contents {
  baseUrl: string;
  version: string;
  families: readonly OperationGroup[];
  endpoints: readonly Endpoint[];
  /** Requests that Retest sends, each described as an operation. */
  webhooks: Record<string, Endpoint>;
  examples: Examples;
}

/** An endpoint at a time: other requests are served in between. */
export async function buildDocument(contents: Contents): Promise<OpenApi> {
  const { baseUrl, version, families, endpoints, webhooks, examples } = contents;
  const schemas = { sent: new JsonSchemas(families, "closed"), answered: new JsonSchemas(families, "open") };
  const errors = new ErrorResponses(schemas.answered);
  const paths: Record<string, OpenApi> = {};
  const operationOf = (endpoint: Endpoint, sent = schemas.sent) =>
    describe(endpoint, { ...schemas, sent }, errors, examplesOf(examples, endpoint.id));
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] ??= {};
    paths[path][endpoint.method.toLowerCase()] = operationOf(endpoint);
    await yieldToEventLoop();
  }
  const sent = Object.entries(webhooks).map(([name, endpoint]) => [
    name,
    { post: operationOf(endpoint, schemas.answered) },
  ]);
  const named = Object.entries({ ...schemas.sent.components, ...schemas.answered.components });
  return {
    openapi: "3.1.1",
    info: {
      title: "Retest",
      version,
      summary: "Quality checks and live bugs in one place: a fix is not a pass until somebody has tested again.",
      description: INTRODUCTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: baseUrl }],
    tags: tagsOf(families, endpoints),
    security: [{ key: [] }],
    paths,
    webhooks: Object.fromEntries(sent),
    components: {
      securitySchemes: {
        key: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "rt_…",
          description:
            "An API key. It has a role, and reaches every app or some. Create the first one with `retest key create`.",
        },
      },
      headers: Object.fromEntries(Object.entries(HEADERS).map(([key, { name: _, ...header }]) => [key, header])),
      responses: errors.components,
      schemas: Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}

function tagsOf(families: readonly OperationGroup[], endpoints: readonly Endpoint[]) {
  const tags = families.map(({ tag, about }) => ({ name: tag, description: about }));
  if (endpoints.some(({ tag }) => tag === UNDESCRIBED))
    tags.push({ name: UNDESCRIBED, description: "Other endpoints." });
  return tags;
}

function describe(
  endpoint: Endpoint,
  { sent, answered }: Record<"sent" | "answered", JsonSchemas>,
  errors: ErrorResponses,
  examples: readonly Example[],
): OpenApi {
  const { id, tag, summary, description, access, codes } = endpoint;
  const parameters = parametersOf(endpoint, sent, examples[0]);
  const requestBody = requestBodyOf(endpoint, sent, examples[0]);
  const responses: Record<string, Response> = { ...successes(endpoint, answered, examples), ...errors.of(codes) };
  const words = [description, access].filter((text) => text !== undefined && text !== null).join("\n\n");
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(words === "" ? {} : { description: words }),
    ...(access === null ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses,
  };
}
