// One index of terms serves all workspaces. What the others have of a word must not be seen in what a search for it costs.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askedOf, type IssueQuery } from "../../../src/domain/issues/search-terms.ts";
import { ANY_TIME } from "../../../src/lib/ids.ts";
import { listIssues } from "../../../src/storage/issues/issue-pages.ts";
import { dataOf } from "../../support/checks/route-table.ts";
import { multiply } from "../../support/database/multiply-rows.ts";
import { notingReader, openCosts } from "../../support/database/statement-cost.ts";
import { secondWorkspace } from "../../support/server/second-workspace.ts";
import { createWorld, DATABASES, type World } from "../../support/server/test-server.ts";

/** More than are merged one by one in the order of the list. */
const APPS = 60;
/** More than a search looks through before it asks the index. */
const OTHER_ISSUES = 500;
const THEIRS = 3_000;

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(kind);
  });
  afterAll(() => world.close());

  /** So many rows like this one, with other ids. */
  async function many(table: string, id: string, rows: number, changed: Record<string, string>): Promise<void> {
    const copy = `'${id.slice(0, -8)}' || (10000000 + n)`;
    await multiply(world.config, [{ table, of: `id = '${id}'`, with: { id: copy, ...changed } }], rows);
  }

  async function raise(of: World, app: string, text: string): Promise<string> {
    return (await dataOf(of, "POST", "/issues", { app, text })).id;
  }

  test("a search over all apps costs the same whether another workspace has the word three thousand times or not at all", async () => {
    const theirs = await secondWorkspace(world);
    const { id: app } = await world.app({ mode: "live" });
    const name = "'Copy ' || n";
    await many("app", app, APPS, { name, name_form: name, name_of_form: name, prefix: "'P' || n" });
    const wanted = await raise(world, app, "The cart is empty");
    await many("issue", await raise(world, app, "Something else"), OTHER_ISSUES, { number: "1000 + n" });
    const search = async (asked: IssueQuery) => {
      const { reader, noted } = notingReader(world.store.reader);
      const rows = await listIssues(reader, {
        ...{ reach: { workspaceId: world.store.workspace.id, apps: null }, platform: null, checkId: null },
        ...{ statuses: ["open"], sort: "raised_at", raised: ANY_TIME, after: null, limit: 10 },
        asked,
      });
      const costs = await openCosts(world);
      let touched = 0;
      for (const statement of noted) touched += (await costs.of(statement)).touched;
      await costs.close();
      return { ids: rows.map(({ id }) => id), statements: noted.map(({ text }) => text), touched };
    };
    const { id: elsewhere } = await theirs.app({ mode: "live" });
    // A word that may go on, and whole ones.
    const searches = [askedOf({ words: "empty car" }), { all: ["cart", "empty"], any: [], start: null }];
    const alone = [];
    for (const asked of searches) alone.push(await search(asked));
    for (const { ids } of alone) expect(ids).toEqual([wanted]);
    const same = await raise(theirs, elsewhere, "Their cart is empty, too");
    await many("issue", same, THEIRS, { number: "1000 + n", searched: "0" });
    // The next start puts them into the index.
    await world.anotherServer();
    for (const [i, asked] of searches.entries()) expect(await search(asked)).toEqual(alone[i]);
  });
});
