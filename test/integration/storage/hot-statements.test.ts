// Which rows the busiest requests ask for: on many machines the rows of all tables are spread by their workspace (docs/scale.md), so a statement that
// names it for each of its tables goes to one machine, and one that does not goes to all.
import pg from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { dataOf } from "../../support/checks/route-table.ts";
import { openHook } from "../../support/clients/webhook-client.ts";
import { behind } from "../../support/database/direct-sql.ts";
import { inShort, isOfRows, tablesWithoutKey } from "../../support/database/distribution-key.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

const world = worldOf("postgres");
afterEach(() => vi.restoreAllMocks());

/** As many as come together: what they need is asked for, and what they change is written, for all of them at once. */
const AT_ONCE = 20;

/** Their rows reach their workspace through another row (storage/workspace/workspace-of-rows.ts): they need a column, and then each of their statements is looked at. */
const NEED_A_COLUMN = [
  ...[
    "check",
    "comment",
    "connection",
    "cycle",
    "cycle_section",
    "cycle_status",
    "cycle_tester",
    "delivery",
    "event",
    "fix",
  ],
  ...["gate_watch", "notification", "platform", "repository", "section", "slot", "standing", "watcher"],
  // Counts under a key of its own, and would be spread by that.
  "counter",
];

/** Of tables that have the column, each under the reason. A new one that misses it has no place here: it gets the condition. */
const EXCEPTIONS: Record<string, readonly string[]> = {
  "it finds the workspace of a secret, before which nothing is known": ["app in select app by token_hash"],
  "senders ask each machine for what it has to send, in their own time: maybe while the requests are made": [
    "app in select connection app by next_at",
    "app in select notification app by id",
  ],
  "it stands beside a table that needs a column, and gets the condition with that": [
    "app in select cycle app cycle_tester person by id",
    "issue in select slot issue by app_id dedupe_key",
    "person in select cycle app cycle_tester person by id",
    "person in select cycle cycle_tester person check by app_id id",
    "person in select cycle_tester person section cycle_section by cycle_id",
    "person in select watcher person by issue_id",
    "result in select standing result by check_id",
  ],
  "issues and results from before the column are given their workspace in the background, and must be found meanwhile: once the column is required":
    [
      "app in select issue app by id",
      "app in select issue app check by id",
      "issue in select issue app by id",
      "issue in select issue app check by id",
      "issue in select issue by app_id",
      "issue in select issue watcher by id",
      "issue in select issue watcher by id app_id",
      "issue in update issue by id",
      "result in select result by",
      "result in select result cycle check by id",
    ],
};
/** They ask whether or not somebody else does. */
const MAY_BE_MISSING = /^gate_watch$|^connection$|^notification$| in select (?:connection|notification) /;

test("every statement of the busiest requests, also of many at once and beside an open cycle, names the workspace for each table, but for those that are known", async () => {
  const hook = await openHook(world);
  const { id: app } = hook.app;
  const texts = new Set<string>();
  const query = pg.Client.prototype.query;
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { text: string }];
    texts.add(typeof first === "string" ? first : first.text);
    return Reflect.apply(query, this, args);
  });
  const tell = (method: string, path: string, body?: unknown) => dataOf(world, method, path, body);
  const checks: string[] = (await tell("GET", `/checks?app=${app}`)).map(({ id }: { id: string }) => id);
  const askAll = async (some: readonly string[], of: string) => {
    const [first] = some;
    for (const path of [
      `/issues?app=${app}`,
      `/issues?app=${app}&q=cart`,
      "/issues",
      "/issues?q=cart",
      `/issues/${first}`,
      `/apps/${app}`,
      `/apps/${app}/runbook`,
      `/checks/${of}`,
      `/results?app=${app}`,
    ]) {
      await tell("GET", path);
    }
  };
  const change = async (many: number) => {
    const each = <Made>(make: (i: number) => Promise<Made>) =>
      Promise.all(Array.from({ length: many }, (_, i) => make(i)));
    const checkOf = (i: number) => checks[i % checks.length]!;
    const raised = await each((i) =>
      tell("POST", "/issues", { app, check: checkOf(i), text: `empty cart ${i}`, platforms: ["ios"] }),
    );
    const ids: string[] = raised.map(({ id }) => id);
    await each((i) => tell("POST", `/issues/${ids[i]}/fix`, {}));
    await each((i) => tell("POST", `/issues/${ids[i]}/fix`, { fixed: false }));
    await each((i) => tell("PATCH", `/issues/${ids[i]}`, { text: "The cart is empty" }));
    await each((i) => tell("POST", `/issues/${ids[i]}/comments`, { text: "Here, too" }));
    await each((i) =>
      tell("POST", "/results", { app, results: [{ check: checkOf(i), platforms: ["ios"], outcome: "passed" }] }),
    );
    await each((i) => hook.deliver({ title: "From a tool", external_id: String(i) }));
    await each((i) => hook.deliver({ title: "From a tool", external_id: String(i) }));
    await each((i) => tell("GET", `/issues/${ids[i]}`));
    await each((i) => tell("GET", `/issues?app=${app}&limit=${i + 1}`));
    await askAll(ids, checks[0]!);
  };
  for (const many of [1, AT_ONCE]) await change(many);
  await tell("POST", `/apps/${app}/cycles`, { name: "Open" });
  for (const many of [1, AT_ONCE]) await change(many);

  const columns = await behind(
    world,
    "select table_name from information_schema.columns where column_name = 'workspace_id'",
  );
  const having = new Set(columns.map(({ table_name: table }) => table));
  const known = Object.values(EXCEPTIONS).flat();
  const [missing, withoutColumn] = [new Set<string>(), new Set<string>()];
  for (const text of [...texts].filter(isOfRows)) {
    for (const table of tablesWithoutKey(text)) {
      if (having.has(table)) missing.add(`${table} in ${inShort(text)}`);
      else withoutColumn.add(table);
    }
  }
  expect([...withoutColumn].filter((table) => !NEED_A_COLUMN.includes(table))).toEqual([]);
  expect([...missing].filter((one) => !known.includes(one)).toSorted()).toEqual([]);
  const met = new Set([...withoutColumn, ...missing]);
  expect([...NEED_A_COLUMN, ...known].filter((one) => !met.has(one) && !MAY_BE_MISSING.test(one))).toEqual([]);
});
