// Which rows the busiest requests ask for: on many machines each workspace's rows are together on one of them (docs/scale.md), so a
// statement that says whose rows it means goes to one machine, and one that does not goes to all.
import pg from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { dataOf } from "../../support/checks/route-table.ts";
import { openHook } from "../../support/clients/webhook-client.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

const world = worldOf("postgres");
afterEach(() => vi.restoreAllMocks());

/** Tables that every machine has a copy of, and those that say where a secret's workspace is. */
const FIND_THE_WORKSPACE = ["select key_secret by hash", "select webhook by token_hash", "select secret_check by id"];
/** In their own time: each machine asks for what it has to send, and notes once in a while that a key was used. */
const NOW_AND_THEN = [
  "select connection by next_at",
  "select gate_watch by",
  "select notification by id",
  "update key by id",
];
/** They go by a row whose app the caller has: what has to name the workspace, too, before rows are spread. */
const TO_BE_CHANGED = [
  "delete fix by issue_id platform",
  "insert counter",
  "insert fix",
  'select "check" by id',
  "select counter by scope period",
  "select fix by check_id",
  "select fix by check_id platform",
  "select fix by issue_id",
  "select issue by id",
  "select result by id",
  "select standing by check_id",
  "select standing by check_id platform",
  "select watcher by issue_id",
  "update app by id",
  "update issue by id",
  "update section by id",
  "update standing by check_id platform",
];

test("every statement of the busiest requests names the workspace or the app whose rows it means, but for those that are known", async () => {
  const hook = await openHook(world);
  const { id: app } = hook.app;
  const texts = new Set<string>();
  const query = pg.Client.prototype.query;
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { text: string }];
    texts.add(typeof first === "string" ? first : first.text);
    return Reflect.apply(query, this, args);
  });
  const [{ id: check }, { id: other }] = await dataOf(world, "GET", `/checks?app=${app}`);
  const { id } = await dataOf(world, "POST", "/issues", { app, check, text: "empty cart", platforms: ["ios"] });
  await dataOf(world, "POST", `/issues/${id}/fix`, {});
  await dataOf(world, "POST", `/issues/${id}/fix`, { fixed: false });
  await dataOf(world, "PATCH", `/issues/${id}`, { text: "The cart is empty" });
  await dataOf(world, "POST", `/issues/${id}/comments`, { text: "Here, too" });
  const results = [check, other].map((one) => ({ check: one, platforms: ["ios"], outcome: "passed" }));
  await dataOf(world, "POST", "/results", { app, results });
  for (let i = 0; i < 2; i++) await hook.deliver({ title: "From a tool", external_id: "1" });
  for (const path of [
    `/issues?app=${app}`,
    `/issues?app=${app}&q=cart`,
    "/issues",
    `/issues/${id}`,
    `/apps/${app}`,
    `/apps/${app}/runbook`,
    `/checks/${check}`,
    `/results?app=${app}`,
  ]) {
    await dataOf(world, "GET", path);
  }
  const known = [...FIND_THE_WORKSPACE, ...NOW_AND_THEN, ...TO_BE_CHANGED];
  const unnamed = new Set([...texts].filter(isOfRows).filter(namesNobody).map(inShort));
  expect([...unnamed].filter((one) => !known.includes(one))).toEqual([]);
  expect(TO_BE_CHANGED.filter((one) => !unnamed.has(one))).toEqual([]);
});

function isOfRows(text: string): boolean {
  return /^(select .* from|insert|update|delete) /s.test(text) && !/pg_\w+\(/.test(text);
}

function namesNobody(text: string): boolean {
  const isGiven = /\b(app_id|workspace_id)(, [\w.]+)*\)? (=|<|>=|in) ?[($]/;
  const isWritten = /^insert into "?\w+"? \([^)]*\b(app_id|workspace_id)\b/;
  return !isGiven.test(text) && !isWritten.test(text);
}

/** What it does, its table, and the columns that it is told; without what is asked for in between. */
function inShort(text: string): string {
  const plain = text.replaceAll(/\(\s*select [^()]*\)/g, "");
  const verb = /^\w+/.exec(plain)![0];
  const table = /\b(?:from|into|update) ("?\w+"?)/.exec(plain)![1]!;
  if (verb === "insert") return `insert ${table}`;
  const told = plain.slice(plain.lastIndexOf(" where ")).matchAll(/(?:\w+\.)?(\w+) (?:=|<=|>|in) (?:\$|\(\$|1\b)/g);
  return [verb, table, "by", ...new Set([...told].map(([, column]) => column))].join(" ");
}
