// Which rows the busiest requests ask for: on many machines the rows of all tables are spread by their workspace (docs/scale.md), so a statement that
// names it for each of its tables goes to one machine, and one that does not goes to all.
import pg from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { TABLES } from "../../../src/storage/migrations/all.ts";
import { dataOf } from "../../support/checks/route-table.ts";
import { openHook } from "../../support/clients/webhook-client.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

const world = worldOf("postgres");
afterEach(() => vi.restoreAllMocks());

/** Tables that every machine has a copy of: they say where a secret's workspace is, and what it may. */
const ON_EVERY_MACHINE = ["key", "key_secret", "secret_check", "session", "webhook", "workspace"];

/** They ask in their own time, each machine for what it has to send: maybe while the requests are made. */
const SENDERS = ["select app connection by next_at", "select app notification by id", "select gate_watch by"];

/** The other statements that miss it, each with the reason. A new one that misses it has no place here: it gets the condition. */
const EXCEPTIONS: Record<string, readonly string[]> = {
  "it finds the workspace of a secret, before which nothing is known": ["select app by token_hash"],
  "it counts under a key of its own, which is spread by that": ["insert counter", "select counter by scope period"],
  "a row is put beside its app or its issue: it gets the column, which its caller knows": [
    "insert comment",
    "insert delivery",
    "insert event",
    "insert fix",
    "insert slot",
  ],
  "its caller has the app, whose row holds the workspace": [
    "select app platform section standing check by id app_id",
    "select check by id app_id ref title",
    "select cycle by app_id",
    "select issue by app_id",
    "select issue slot by app_id dedupe_key",
    "select platform by app_id",
    "select repository by app_id",
    "select section by app_id",
    "select section check by app_id",
    "update app by mode updated_at revision shape_revision structure_revision last_number last_ref checks open_issues forwards id",
    "update platform by app_id code",
    "update section by id",
  ],
  "it goes by the id of a row, and its caller has a reach, which is of one workspace": [
    "select app by id workspace_id name",
    "select app issue by id",
    "select check by id",
    "select check cycle result by id",
    "select check section by id",
    "select issue app check by id",
    "select result by",
    "select watcher issue by id",
  ],
  "its caller has reached the check or the issue that the row is of": [
    "delete fix by issue_id platform",
    "select fix by check_id platform",
    "select fix by issue_id",
    "select standing by check_id",
    "select standing by check_id platform",
    "select standing result by check_id",
    "select watcher person by issue_id",
    "update issue by repeated_at id",
    "update issue by status fixed_at fixed_revision document terms id",
    "update standing by status not_applicable open_issues fixed_revision result_revision outcome result_id revision check_id platform",
  ],
};

test("every statement of the busiest requests names the workspace for each table that it reads or writes, but for those that are known", async () => {
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
  const known = Object.values(EXCEPTIONS).flat();
  const missing = new Set([...texts].filter(isOfRows).filter(missesWorkspace).map(inShort));
  expect([...missing].filter((one) => ![...SENDERS, ...known].includes(one))).toEqual([]);
  expect(known.filter((one) => !missing.has(one))).toEqual([]);
});

function isOfRows(text: string): boolean {
  return /^(select .* from|insert|update|delete) /s.test(text) && !/pg_\w+\(/.test(text);
}

/** Each table is told it by itself, also in a sub-select: the router of the machines takes nothing for granted. */
function missesWorkspace(text: string): boolean {
  const told = text.match(/\bworkspace_id\)? (=|in) |^insert into "?\w+"? \([^)]*\bworkspace_id\b/g) ?? [];
  return told.length < tablesOf(text).length;
}

/** Those whose rows are spread, each as often as it is named. */
function tablesOf(text: string): string[] {
  const named = [...text.matchAll(/\b(?:from|join|into|update) "?([a-z_]+)"?/g)].map(([, table]) => table!);
  return named.filter((table) => TABLE_NAMES.has(table) && !ON_EVERY_MACHINE.includes(table));
}

const TABLE_NAMES = new Set(TABLES.map((table) => table.replaceAll('"', "")));

/** What it does, its tables, and the columns that it is told. */
function inShort(text: string): string {
  const verb = /^\w+/.exec(text)![0];
  const tables = [...new Set(tablesOf(text))].join(" ");
  if (verb === "insert") return `insert ${tables}`;
  const told = text.matchAll(/(?:\w+\.)?(\w+) (?:=|<=|>|in) (?:\$|\(\$|any\()/g);
  return [verb, tables, "by", ...new Set([...told].map(([, column]) => column))].join(" ");
}
