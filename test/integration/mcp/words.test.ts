// The same word for the same thing in the API and in the tools of assistants: arguments, their values and bounds, fields of answers.
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { documentAt } from "../../../src/http/reference/build-reference.ts";
import { type JsonSchema, JsonSchemas } from "../../../src/http/reference/document/json-schemas.ts";
import { API_ROUTES } from "../../../src/http/routes/all-routes.ts";
import { MCP_TOOLS } from "../../../src/mcp/assistant-server.ts";
import { dataOf } from "../../support/checks/route-table.ts";
import { assistantOf } from "../../support/clients/mcp-client.ts";
import { ANY_DATABASE } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

/** The route whose words a tool's arguments are. */
const ROUTE_OF: Record<string, string> = {
  list_apps: "GET /apps",
  get_app: "GET /apps/:id",
  get_runbook: "GET /apps/:id/runbook",
  check_gate: "GET /apps/:id/gate",
  list_checks: "GET /checks",
  get_check: "GET /checks/:id",
  list_results: "GET /results",
  record_results: "POST /results",
  list_cycles: "GET /apps/:id/cycles",
  get_cycle: "GET /cycles/:id/runbook",
  start_cycle: "POST /apps/:id/cycles",
  close_cycle: "POST /cycles/:id/close",
  list_issues: "GET /issues",
  get_issue: "GET /issues/:id",
  raise_issue: "POST /issues",
  edit_issue: "PATCH /issues/:id",
  fix_issue: "POST /issues/:id/fix",
  place_issue: "PUT /issues/:id/place",
  confirm_issue: "POST /issues/:id/confirm",
  list_comments: "GET /issues/:id/comments",
  add_comment: "POST /issues/:id/comments",
};

/** What stands in the path of a route is named by its kind; lists come in pages, also where the API gives them whole. */
const NAMES = ["app", "check", "section", "cycle", "issue", "limit", "cursor"];
/** Arguments that the route has not, each with why. */
const OWN: Record<string, string> = {
  "list_apps.q": "an assistant has no list of all apps to search in",
  "list_apps.search": "the former name of q",
  "list_issues.search": "the former name of q",
};
/** What the route takes and the tool does not, each with why. */
const LEFT_OUT: Record<string, string> = {
  "get_runbook.since": "for pages that follow an app",
  "get_cycle.since": "for pages that follow a cycle",
  "check_gate.platform": "the former name of platforms",
  "start_cycle.testers": "people assign each other",
};
/** Fields of answers that the API has not: what holds a list, and what is said of a list. */
const OWN_FIELDS = [
  "apps",
  "results",
  "cycles",
  "issues",
  "comments",
  "comment",
  "gate",
  "total",
  "more_sections",
  "left",
  "total_left",
];

const schemas = new JsonSchemas([], "closed");

function fieldsOf(schema: z.ZodType | undefined): Record<string, JsonSchema> {
  if (schema === undefined) return {};
  const { properties, anyOf = [] } = schemas.of(schema);
  // A route that takes one or several in a body takes the words of both.
  return Object.assign({}, ...anyOf.map((one: JsonSchema) => one.properties), properties);
}

function routeOf(tool: string) {
  const name = ROUTE_OF[tool];
  return API_ROUTES.find(({ method, path }) => `${method} ${path}` === name)!;
}

/** What is said of a value, whichever way null or leaving it out is allowed; a query has numbers and lists as text. */
function boundsOf(schema: JsonSchema): JsonSchema {
  const [inner] = (schema.anyOf ?? [schema]).filter((one: JsonSchema) => one.type !== "null");
  const { enum: values, maxLength, minimum, maximum, maxItems, properties, items } = inner as JsonSchema;
  const below = properties ?? items?.properties;
  return {
    values: values?.toSorted(),
    maxLength,
    minimum,
    maximum,
    maxItems: items?.properties === undefined ? undefined : maxItems,
    fields:
      below &&
      Object.keys(below)
        .filter((field) => field !== "cycle")
        .sort(),
  };
}

const table = MCP_TOOLS.flatMap(({ name, input }) =>
  Object.entries((z.toJSONSchema(input, { io: "input" }) as JsonSchema).properties as Record<string, JsonSchema>).map(
    ([argument, schema]) => ({ tool: name, argument, schema }),
  ),
);

describe("the words of assistants' tools", () => {
  test("every tool has the route whose words it speaks", () => {
    expect(Object.keys(ROUTE_OF).sort()).toEqual(MCP_TOOLS.map(({ name }) => name).sort());
    for (const { name, role } of MCP_TOOLS) expect(routeOf(name)?.role, name).toBe(role);
  });

  test.each(table)(
    "$tool, $argument: a word of the API, with the same values and bounds",
    ({ tool, argument, schema }) => {
      const { query, body } = routeOf(tool);
      const field = { ...fieldsOf(query), ...fieldsOf(body) }[argument];
      if (field === undefined) {
        expect([...NAMES, ...Object.keys(OWN)]).toContain(NAMES.includes(argument) ? argument : `${tool}.${argument}`);
        return;
      }
      if (NAMES.includes(argument) || schema.description === OWN[`${tool}.${argument}`]) return;
      const [here, there] = [boundsOf(schema), boundsOf(field)];
      // What is longer than a word of the API may be is refused there: here it may be said, or not.
      for (const bound of ["maxLength", "maxItems"]) if (here[bound] === undefined) delete there[bound];
      expect(here).toEqual(there);
    },
  );

  test.each(MCP_TOOLS.map(({ name }) => name))("%s takes what its route takes", (tool) => {
    const { query, body } = routeOf(tool);
    const taken = table.filter((one) => one.tool === tool).map(({ argument }) => argument);
    const inner = tool === "record_results" ? ["check", "section", "platforms", "outcome", "note", "build"] : [];
    const words = Object.keys({ ...fieldsOf(query), ...fieldsOf(body) });
    const missing = words.filter(
      (word) => ![...taken, ...inner].includes(word) && LEFT_OUT[`${tool}.${word}`] === undefined,
    );
    expect(missing).toEqual([]);
  });
});

describe.each(ANY_DATABASE)("the fields of answers, on %s", (kind) => {
  const world = worldOf(kind);

  test("every field that a tool answers with is a word of the API", async () => {
    const known = new Set<string>(OWN_FIELDS);
    const learn = (part: unknown) => {
      if (typeof part !== "object" || part === null) return;
      for (const [key, below] of Object.entries(part)) {
        if (key === "properties") for (const name of Object.keys(below as object)) known.add(name);
        learn(below);
      }
    };
    learn(await documentAt("http://localhost", "0"));
    const app = await world.app({ mode: "live" });
    for (const { code } of app.platforms) known.add(code);
    const issue = await dataOf(world, "POST", "/issues", { app: app.id, check: "PAY-1", text: "Broken" });
    const assistant = await assistantOf(world.address, world.admin, "current");
    const place = { app: app.id };
    const calls: [string, Record<string, unknown>][] = [
      ["list_apps", {}],
      ["get_app", place],
      ["get_runbook", place],
      ["check_gate", place],
      ["list_checks", place],
      ["get_check", { ...place, check: "PAY-1" }],
      ["record_results", { ...place, results: [{ check: "SIGN-1", outcome: "passed" }] }],
      ["list_results", place],
      ["start_cycle", { ...place, name: "1.5" }],
      ["list_cycles", place],
      ["get_cycle", { ...place, cycle: "1.5" }],
      ["close_cycle", { ...place, cycle: "1.5" }],
      ["raise_issue", { ...place, text: "Another" }],
      ["list_issues", place],
      ["get_issue", { issue: issue.id }],
      ["edit_issue", { issue: issue.id, priority: "high" }],
      ["add_comment", { issue: issue.id, text: "Seen" }],
      ["list_comments", { issue: issue.id }],
      ["place_issue", { issue: issue.id, section: "PAY" }],
      ["fix_issue", { issue: issue.id }],
      ["confirm_issue", { issue: issue.id }],
    ];
    expect(calls.map(([name]) => name).sort()).toEqual(MCP_TOOLS.map(({ name }) => name).sort());
    const foreign: string[] = [];
    const look = (tool: string, part: unknown) => {
      if (typeof part !== "object" || part === null) return;
      for (const [key, below] of Object.entries(part)) {
        if (!Array.isArray(part) && !known.has(key)) foreign.push(`${tool}: ${key}`);
        look(tool, below);
      }
    };
    for (const [name, input] of calls) {
      const { isError, data, text } = await assistant.use(name, input);
      expect(isError, `${name}: ${text}`).toBeFalsy();
      look(name, data);
    }
    await assistant.close();
    expect(foreign).toEqual([]);
  });
});
