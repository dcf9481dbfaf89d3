// The document and the server agree on every query parameter: whether it may be repeated, and which values it takes.
import { describe, expect, test } from "vitest";
import { documentAt } from "../../../../src/http/reference/build-reference.ts";
import type { OpenApi } from "../../../../src/http/reference/document/openapi-document.ts";
import { ANY_DATABASE } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const PREFIX = "/api/v1";
const document = await documentAt("http://localhost", "0");
const operations: [string, string, string, OpenApi[]][] = Object.entries(document.paths as OpenApi)
  .filter(([path]) => path.startsWith(`${PREFIX}/`))
  .flatMap(([path, item]) =>
    Object.entries(item as OpenApi).map(([method, { parameters = [] }]): [string, string, string, OpenApi[]] => [
      `${method.toUpperCase()} ${path.slice(PREFIX.length)}`,
      method.toUpperCase(),
      path.slice(PREFIX.length).replaceAll(/\{\w+\}/g, "none"),
      parameters.filter((one: OpenApi) => one.in === "query"),
    ]),
  );
const withParameters = operations.filter(([, , , parameters]) => parameters.length > 0);

describe.each(ANY_DATABASE)("query parameters, on %s", (kind) => {
  const world = worldOf(kind);
  /** What is said against a query; what its values name need not be there. */
  const said = async (method: string, path: string, query: string): Promise<string> => {
    const { body } = await world.call(world.admin, method, `${path}?${query}`);
    return body?.error?.code === "invalid_request" ? body.error.message : "";
  };

  test.each(operations)("%s refuses a parameter that the document does not have", async (_, method, path) => {
    expect(await said(method, path, "no_such=1")).toContain('unknown parameter "no_such"');
  });

  test.each(withParameters)("%s takes several values exactly where the document has a list", async (...operation) => {
    const [, method, path, parameters] = operation;
    for (const { name, schema, explode, style } of parameters) {
      const isList = schema.type === "array";
      expect([explode, style], name).toEqual(isList ? [true, "form"] : [undefined, undefined]);
      const answer = await said(method, path, `${name}=1&${name}=2`);
      expect(answer.includes(`"${name}" appears twice`), name).toBe(!isList);
      if (isList) expect(answer).not.toContain(name);
    }
  });

  test.each(withParameters)("%s takes the values that the document has, and no others", async (...operation) => {
    const [, method, path, parameters] = operation;
    for (const { name, schema } of parameters) {
      const { type, enum: values, minimum, maximum } = schema;
      const taken: unknown[] = values ?? (type === "integer" ? [minimum, maximum ?? minimum] : []);
      for (const value of taken) expect(await said(method, path, `${name}=${value}`)).not.toMatch(`${name}:`);
      if (taken.length > 0) expect(await said(method, path, `${name}=no_such`)).toMatch(`${name}:`);
      if (maximum !== undefined) expect(await said(method, path, `${name}=${maximum + 1}`)).toMatch(`${name}:`);
    }
  });

  test("the platforms of a report, an import and the gate may be repeated, or have commas between them", async () => {
    const { id } = await world.app();
    const junit = '<testsuite><testcase name="PAY-1 card"/></testsuite>';
    for (const platforms of [
      "platforms=ios&platforms=android",
      "platforms=ios,android",
      "platforms=ios&platforms=,android",
    ]) {
      const path = `/results/junit?app=${id}&${platforms}&dry_run=true`;
      const { status, body } = await world.call(world.tester, "POST", path, junit, { "Content-Type": "text/xml" });
      expect([status, body.data.counts.results], platforms).toEqual([200, 2]);
      const gate = await world.call(world.viewer, "GET", `/apps/${id}/gate?${platforms}`);
      expect(gate.body.data.platforms).toEqual(["ios", "android"]);
      const csv = "section,title\nCart,Adds";
      const plan = await world.call(world.admin, "POST", `/apps/import?name=New&${platforms}&dry_run=true`, csv, {
        "Content-Type": "text/csv",
      });
      expect(plan.status, platforms).toBe(200);
    }
  });

  test("a role that is too low is refused before a repeated parameter is looked at", async () => {
    const { status } = await world.call(world.viewer, "POST", "/results/junit?app=none&platforms=a&platforms=b", "x");
    expect(status).toBe(404);
  });
});
