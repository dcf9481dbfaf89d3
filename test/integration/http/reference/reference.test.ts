// The API's document: whole, true to its examples, and the examples true to the server.
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { documentAt, FAMILIES } from "../../../../src/http/reference/build-reference.ts";
import { undescribedRoutes } from "../../../../src/http/reference/document/endpoint.ts";
import type { OpenApi } from "../../../../src/http/reference/document/openapi-document.ts";
import { API_ROUTES } from "../../../../src/http/routes/all-routes.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";
import { tell } from "./reference-story.ts";

const EXAMPLES = join(import.meta.dirname, "../../../../src/http/reference/document/examples.json");

const document = await documentAt("https://retest.example.com", "1.0.0");
const operations: [string, OpenApi][] = [
  ...Object.entries(document.paths),
  ...Object.entries(document.webhooks),
].flatMap(([path, item]) =>
  Object.entries(item as OpenApi).map(([method, operation]): [string, OpenApi] => [`${method} ${path}`, operation]),
);

describe.each(DATABASES)("the examples, on %s", (kind) => {
  const world = worldOf(kind, { baseUrl: "https://retest.example.com" });

  test("are the very answers that the server gives", async () => {
    const examples = await tell(world);
    await expect(`${JSON.stringify(examples, null, 2)}\n`).toMatchFileSnapshot(EXAMPLES);
  });
});

describe("the API's document", () => {
  test.each(operations)(
    "%s has a summary, words, an example of each success, and one of what is sent",
    (_, operation) => {
      expect(operation.summary).toMatch(/^[A-Z].*[^.]$/);
      expect(operation.tags).toHaveLength(1);
      const successes = Object.entries(operation.responses as OpenApi).filter(([status]) => Number(status) < 300);
      expect(successes.length).toBeGreaterThan(0);
      for (const [, { content = {} }] of successes) {
        const shown = Object.values(content as OpenApi);
        if (shown.length > 0) expect(shown.some(({ example }) => example !== undefined)).toBe(true);
      }
      const sent = Object.values((operation.requestBody?.content ?? {}) as OpenApi);
      if (sent.length > 0) expect(sent.some(({ example }) => example !== undefined)).toBe(true);
    },
  );

  test("a family speaks of every route, and of none that is not there", () => {
    expect(undescribedRoutes(API_ROUTES, FAMILIES).map(({ method, path }) => `${method} ${path}`)).toEqual([]);
    const routes = new Set(API_ROUTES.map(({ method, path }) => `${method} ${path}`));
    const spoken = FAMILIES.flatMap((family) => Object.keys(family.operations));
    expect(spoken.filter((name) => !routes.has(name))).toEqual([]);
  });

  test("every parameter and every schema has a word, and no word is on a field that is not there", () => {
    const wordless = operations.flatMap(([name, { parameters = [] }]) =>
      parameters.filter(({ description }: OpenApi) => description === "").map((one: OpenApi) => `${name}: ${one.name}`),
    );
    expect(wordless).toEqual([]);
    const stray = FAMILIES.flatMap(({ schemas }) =>
      Object.entries(schemas).flatMap(([name, [, words]]) => {
        const shown = document.components.schemas[name];
        if (shown === undefined) return [`${name} is used nowhere`];
        return Object.keys(words).filter((field) => field !== "" && shown.properties?.[field] === undefined);
      }),
    );
    expect(stray).toEqual([]);
  });

  test("answers may gain fields, and what is sent may have no other fields than it says", () => {
    const objects = (part: OpenApi, into: OpenApi[] = []): OpenApi[] => {
      if (part.type === "object" && part.properties !== undefined) into.push(part);
      for (const below of Object.values(part)) {
        if (typeof below !== "object" || below === null) continue;
        const name: string | undefined = below.$ref?.match(/schemas\/(\w+)$/)?.[1];
        objects(name === undefined ? below : document.components.schemas[name], into);
      }
      return into;
    };
    const isClosed = (part: OpenApi) => part.additionalProperties === false;
    const answers = Object.values(document.paths as OpenApi).flatMap((item) =>
      Object.values(item as OpenApi).map(({ responses }) => responses),
    );
    const answered = objects([answers, document.components.responses, document.webhooks] as OpenApi);
    expect(answered.length).toBeGreaterThan(100);
    expect(answered.filter(isClosed)).toEqual([]);
    // A delivery is what its tool makes of it, and a test report has the form of its own standard.
    const sent = operations.filter(([name]) => name.includes("/api/v1/"));
    const open = sent.filter(([, { requestBody }]) => {
      const schema = requestBody?.content["application/json"]?.schema;
      return schema !== undefined && !objects([schema] as OpenApi).every(isClosed);
    });
    expect(open.map(([name]) => name)).toEqual(["post /api/v1/results/ctrf"]);
  });

  test("a parameter that may be repeated is a list", () => {
    const { parameters } = document.paths["/api/v1/apps/{id}/gate"].get;
    expect(parameters.find(({ name }: OpenApi) => name === "platforms")).toMatchObject({
      explode: true,
      schema: { type: "array", items: { type: "string" } },
      example: ["ios"],
    });
  });

  test("no two operations have the same id", () => {
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(50);
  });

  test("every example is as its schema says", () => {
    const ajv = new Ajv2020({ strict: false, validateSchema: false });
    addFormats.default(ajv);
    ajv.addSchema({ ...document, $id: "api" });
    const wrong: string[] = [];
    const hold = (name: string, schema: OpenApi, example: unknown) => {
      const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')));
      if (!validate(example)) wrong.push(`${name}: ${ajv.errorsText(validate.errors)}`);
    };
    for (const [name, operation] of operations) {
      for (const { schema, example } of operation.parameters ?? []) {
        if (example !== undefined) hold(name, schema, example);
      }
      const contents = [operation.requestBody, ...Object.values(operation.responses as OpenApi)].map(
        (one) => (one?.content ?? {}) as OpenApi,
      );
      for (const content of contents) {
        for (const { schema, example } of Object.values(content)) {
          if (example !== undefined) hold(name, schema, example);
        }
      }
    }
    for (const [name, { content }] of Object.entries(document.components.responses as OpenApi)) {
      const { schema, examples } = content["application/json"];
      for (const { value } of Object.values(examples as OpenApi)) hold(name, schema, value);
    }
    expect(wrong).toEqual([]);
  });
});
