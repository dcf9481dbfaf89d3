// Files that can't be imported: refused with line and column, whatever they try, and nothing happens.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import { outcomeOf } from "../../../support/checks/route-table.ts";
import { HOSTILE_RUNBOOKS } from "../../../support/hostile/hostile-imports.ts";
import { createWorld, DATABASES, type World } from "../../../support/server/test-server.ts";

const HEAD = "name: Refused\nplatforms: [{code: ios}]\n";
const check = (fields: string) => `${HEAD}sections:\n  - title: S\n    checks:\n      - ${fields}\n`;
const json = (value: unknown) => JSON.stringify(value, null, 2);

const WRONG_YAML: [string, string, string][] = [
  ["a list", "- a\n- b\n", "line 1, column 1: a runbook must be an object with the fields"],
  ["a word", "hello\n", "line 1, column 1: a runbook must be an object with the fields"],
  ["no name", "platforms: [{code: ios}]\n", "line 1, column 1: name: required"],
  ["an empty name", "name:\nplatforms: [{code: ios}]\n", "name: required"],
  ["no platforms", "name: Refused\n", "line 1, column 1: platforms: required"],
  ["an unknown key", `${HEAD}secions: []\n`, 'line 3, column 1: unknown field "secions"; did you mean "sections"?'],
  [
    "an unknown key far from any",
    `${HEAD}colour: red\n`,
    'line 3, column 1: unknown field "colour"; expected name, mode,',
  ],
  [
    "an unknown key of a check",
    check("tittle: x"),
    'line 6, column 9: sections[0].checks[0]: unknown field "tittle"; did you mean "title"?',
  ],
  ["a key of prototypes", `${HEAD}__proto__: {polluted: 1}\n`, 'line 3, column 1: unknown field "__proto__"'],
  [
    "a constructor",
    `${HEAD}constructor: {prototype: {polluted: 1}}\n`,
    'line 3, column 1: unknown field "constructor"',
  ],
  ["a merge key", "base: &b {name: x}\n<<: *b\n", 'line 2, column 1: unknown field "<<"'],
  ["a key twice", `${HEAD}name: Again\n`, 'line 3, column 1: "name" appears twice'],
  [
    "a title that is a list",
    check("title: [x]"),
    "line 6, column 16: sections[0].checks[0].title: invalid input: expected string",
  ],
  [
    "checks that are text",
    `${HEAD}sections:\n  - title: S\n    checks: none\n`,
    "line 5, column 13: sections[0].checks:",
  ],
  ["a check without a title", check("ref: X"), "line 6, column 9: sections[0].checks[0].title: required"],
  ["a title that is too long", check(`title: ${"x".repeat(501)}`), "title: too long: at most 500 characters"],
  [
    "a check ref twice",
    check("{ref: A, title: x}\n      - {ref: A, title: y}"),
    'line 7, column 15: the check ref "A" appears twice',
  ],
  [
    "a section ref twice",
    `${HEAD}sections: [{ref: A, title: x}, {ref: A, title: y}]\n`,
    'line 3, column 38: the section ref "A" appears twice',
  ],
  [
    "a platform twice",
    "name: Refused\nplatforms: [{code: a}, {code: a}]\n",
    "line 2, column 12: platforms: give each code once",
  ],
  [
    "an unknown platform",
    check("{title: x, not_applicable: [andriod]}"),
    'line 6, column 36: not_applicable: unknown platform "andriod"; there is ios',
  ],
  [
    "an unknown platform of a repository",
    `${HEAD}repositories: [{repo: r, platforms: [web]}]\n`,
    'line 3, column 37: unknown platform "web"',
  ],
  [
    "a repository twice",
    `${HEAD}repositories: [{repo: r, platforms: []}, {repo: r, platforms: []}]\n`,
    'the repo "r" appears twice',
  ],
  ["a wrong mode", `${HEAD}mode: beta\n`, "line 3, column 7: mode:"],
  ["a wrong prefix", `${HEAD}prefix: abc\n`, "line 3, column 9: prefix: expected 2 to 5 capital letters"],
  ["a tag", check("title: !!js/function 'x'"), "line 6, column 16: tags (!…) are not accepted"],
  ["two documents", `${HEAD}---\n${HEAD}`, "line 3, column 1: only one document is accepted"],
  ["bad indentation", `${HEAD}sections:\n  - title: S\n   checks: []\n`, "line 5, column"],
  ["a text that is not closed", `${HEAD}mode: "live\n`, "line 4, column 1:"],
];

const WRONG_JSON: [string, string, string][] = [
  ["a comma too many", '{\n  "name": "x",\n}', 'line 3, column 1: expected a key in double quotes, found "}"'],
  [
    "a title that is a number",
    json({ name: "x", platforms: [{ code: "a" }], sections: [{ title: 5 }] }),
    "line 10, column 16: sections[0].title: invalid input: expected string, received number",
  ],
  ["a key twice", '{"name": "x",\n "name": "y"}', 'line 2, column 2: "name" appears twice'],
  ["YAML that is called JSON", HEAD, 'line 1, column 1: expected a value, found "n"'],
];

const WRONG_CSV: [string, string, string][] = [
  ["no title column", "section,ref\nA,B\n", "line 1, column 1: the first line must name the columns"],
  ["an unknown column", "section,tittle\nA,B\n", 'line 1, column 9: unknown column "tittle"; did you mean "title"?'],
  ["a column twice", "section,title,title\nA,B,C\n", 'line 1, column 15: the column "title" appears twice'],
  ["a row without a section", "section,title\n,B\n", "line 2, column 1: section: required"],
  ["a row without a title", "section,ref,title\nA,R,\n", "line 2, column 5: title: required"],
  ["a ref twice", "section,ref,title\nA,R,x\nA,R,y\n", 'line 3, column 3: the check ref "R" appears twice'],
  ["a new section without a title", "section_ref,title\nNOPE,x\n", 'line 2, column 1: no section has the ref "NOPE"'],
  [
    "an unknown platform",
    "section,title,not_applicable\nA,x,web\n",
    'line 2, column 5: not_applicable: unknown platform "web"',
  ],
  ["a cell that is not closed", 'section,title\nA,"x\n', "line 2, column 3: this cell has no closing double quote"],
  ["too many cells", "section,title\nA,x,y\n", "line 2, column 5: this row has more cells than the first"],
];

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  let app: string;
  beforeAll(async () => {
    world = await createWorld(kind);
    app = (await world.app({ platforms: [{ code: "ios" }] })).id;
  });
  afterAll(async () => {
    expect((await world.call(world.admin, "GET", "/apps")).body.data).toHaveLength(1);
    expect(await world.problems()).toEqual([]);
    await world.close();
  });

  const send = (file: string | Buffer, type: string, query = "") =>
    world.call(world.admin, "POST", `/apps/import${query}`, file, { "content-type": type });

  test.each(WRONG_YAML)("%s in YAML is refused with its place", async (_what, file, told) => {
    const answer = await send(file, "application/yaml");
    expect(answer.body.error?.message).toContain(told);
    expectError(answer, 400, "invalid_request");
  });

  test.each(WRONG_JSON)("%s in JSON is refused with its place", async (_what, file, told) => {
    const answer = await send(file, "application/json");
    expect(answer.body.error?.message).toContain(told);
    expectError(answer, 400, "invalid_request");
  });

  test.each(WRONG_CSV)("%s in CSV is refused with its place", async (_what, file, told) => {
    const answer = await send(file, "text/csv", `?app=${app}`);
    expect(answer.body.error?.message).toContain(told);
    expectError(answer, 400, "invalid_request");
  });

  test("several mistakes are told at once, five at most", async () => {
    const wrong = Array.from({ length: 9 }, (_, i) => `      - {title: x, field${i}: y}`).join("\n");
    const { message } = (await send(`${HEAD}sections:\n  - title: S\n    checks:\n${wrong}\n`, "text/yaml")).body.error;
    expect(message.match(/line \d+, column \d+/g)).toHaveLength(5);
  });

  test("what is no text, nothing, packed or too large is refused", async () => {
    expectError(await send(Buffer.from([0x6e, 0xe9, 0x6e]), "application/yaml"), 400, "invalid_request", "UTF-8");
    expectError(await send(" \n ", "application/yaml"), 400, "invalid_request", "empty");
    expectError(await world.call(world.admin, "POST", "/apps/import"), 400, "invalid_request", "empty");
    const packed = { "content-type": "application/yaml", "content-encoding": "gzip" };
    expectError(
      await world.call(world.admin, "POST", "/apps/import", HEAD, packed),
      400,
      "invalid_request",
      "encodings",
    );
    expect(outcomeOf(await send("#".repeat(2_097_153), "application/yaml"))).toBe("413 too_large");
  });

  test.each(["?dry_run=yes", "?prune=1", "?dryrun=true", "?app=", "?app=a&app=b"])("%s is refused", async (query) => {
    expect(outcomeOf(await send(HEAD, "application/yaml", query))).toBe("400 invalid_request");
  });

  test("more checks, or checks times platforms, than an app may have are refused, in a dry run too", async () => {
    const checks = (count: number) => Array.from({ length: count }, () => '{"title":"x"}').join(",");
    const file = (count: number, platforms: number) =>
      `{"name":"Many","platforms":[${Array.from({ length: platforms }, (_, i) => `{"code":"p${i}"}`).join(",")}],"sections":[{"title":"s","checks":[${checks(count)}]}]}`;
    expectError(await send(file(10_001, 1), "application/json"), 400, "invalid_request", "10000");
    expectError(await send(file(7_000, 3), "application/json", "?dry_run=true"), 400, "invalid_request", "20000");
  });

  test("an app that is absent answers 404 before the file is read", async () => {
    expect(outcomeOf(await send("[", "application/yaml", "?app=nowhere"))).toBe("404 not_found");
  });
});

// A file is read before any database is asked: one of them is enough.
describe("a hostile file", () => {
  let world: World;
  let app: string;
  beforeAll(async () => {
    world = await createWorld("sqlite");
    app = (await world.app()).id;
  });
  afterAll(() => world.close());

  test.each(HOSTILE_RUNBOOKS)("2 MB of %s are refused", async (_what, file, type) => {
    const answer = await world.call(world.admin, "POST", `/apps/import?app=${app}`, file, { "content-type": type });
    expectError(answer, 400, "invalid_request");
  });
});
