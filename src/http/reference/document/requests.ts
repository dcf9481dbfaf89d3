// What is sent to an endpoint, as the document shows it: its parameters and its body.
import type { Endpoint } from "./endpoint.ts";
import type { Example } from "./examples.ts";
import { PARAMETERS, PATH_PARAMETERS } from "./general-texts.ts";
import type { JsonSchema, JsonSchemas } from "./json-schemas.ts";
import { isTagged } from "./responses.ts";

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description: string;
  schema: JsonSchema;
  example?: unknown;
}

const IF_NONE_MATCH = {
  "If-None-Match": "The `ETag` of an answer that you have; the answer is 304 if nothing has changed since.",
};

export function parametersOf(endpoint: Endpoint, schemas: JsonSchemas, example: Example | undefined): Parameter[] {
  return [
    ...pathParameters(endpoint, example),
    ...queryParameters(endpoint, schemas, example),
    ...Object.entries({ ...(isTagged(endpoint) ? IF_NONE_MATCH : {}), ...endpoint.requestHeaders }).map(
      ([name, description]) => ({
        name,
        in: "header" as const,
        required: false,
        description,
        schema: { type: "string" },
        ...(example?.headers?.[name] === undefined ? {} : { example: example.headers[name] }),
      }),
    ),
  ];
}

function pathParameters({ path, parameters }: Endpoint, example: Example | undefined): Parameter[] {
  const sent = example === undefined ? undefined : example.path.split("?", 1)[0]!.split("/");
  return path.split("/").flatMap((step, i, steps) => {
    if (step[0] !== ":") return [];
    const name = step.slice(1).replace(/\..*$/, "");
    const above = steps[i - 1]!;
    return {
      name,
      in: "path" as const,
      required: true,
      description: parameters?.[name] ?? PATH_PARAMETERS[name === "id" ? above : name] ?? "",
      schema: { type: "string" },
      ...(sent === undefined ? {} : { example: decodeURIComponent(sent[i]!) }),
    };
  });
}

function queryParameters(
  { query, parameters }: Endpoint,
  schemas: JsonSchemas,
  example: Example | undefined,
): Parameter[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = schemas.of(query);
  const sent = new URLSearchParams(example?.path.split("?")[1] ?? "");
  return Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => {
    const values = sent.getAll(name).map((value) => (schema.type === "integer" ? Number(value) : value));
    const isList = schema.type === "array";
    return {
      name,
      in: "query" as const,
      required: required.includes(name),
      description: parameters?.[name] ?? PARAMETERS[name] ?? "",
      ...(isList ? { style: "form", explode: true } : {}),
      schema,
      ...(values.length === 0 ? {} : { example: isList ? values : values[0] }),
    };
  });
}

export function requestBodyOf(endpoint: Endpoint, schemas: JsonSchemas, example: Example | undefined) {
  const { body, bodyOptional, takes } = endpoint;
  if (body === undefined && takes === undefined) return undefined;
  const content: Record<string, object> = {};
  for (const type of takes ?? ["application/json"]) {
    const isExample = example?.body !== undefined && (example.type ?? "application/json") === type;
    const isJson = type === "application/json";
    content[type] = {
      schema: isJson && body !== undefined ? schemas.of(body) : { type: "string" },
      ...(isExample ? { example: example.body } : {}),
    };
  }
  return { required: bodyOptional !== true, content };
}
