// Workspaces share indexes and tables. What the others have of a word, or have recorded, must not be seen in what a search or a list costs.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fillTermsOfWorkspaces } from "../../../src/actions/issues/fill-workspace-terms.ts";
import { askedOf, type IssueQuery } from "../../../src/domain/issues/search-terms.ts";
import { ANY_TIME } from "../../../src/lib/ids.ts";
import type { Reads } from "../../../src/storage/database/database.ts";
import { listIssues } from "../../../src/storage/issues/issue-pages.ts";
import { listResults } from "../../../src/storage/results/result-pages.ts";
import type { ResultFilter } from "../../../src/storage/results/result-ranges.ts";
import { dataOf } from "../../support/checks/route-table.ts";
import { multiply } from "../../support/database/multiply-rows.ts";
import { notingReader, openCosts } from "../../support/database/statement-cost.ts";
import { forgetWorkspaceTerm } from "../../support/samples/forget-workspace-term.ts";
import { secondWorkspace } from "../../support/server/second-workspace.ts";
import { createWorld, DATABASES, type World } from "../../support/server/test-server.ts";

/** More than are merged one by one in the order of the list, and more than the index is asked for by their names. */
const APPS = { some: 60, thousands: 1_100 };
/** More than a search looks through before it asks the index. */
const OTHER_ISSUES = 500;
const THEIRS = 3_000;
/** The next issues of the list, which are looked through first, and not a row for each app. */
const MOST_TOUCHED = 1_000;
/** More than a page of results looks through. */
const THEIR_RESULTS = 11_000;

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

  const reach = () => ({ workspaceId: world.store.workspace.id, apps: null });

  /** What a read asks the database, the rows that this touches, and what comes of it. */
  async function costOf<Read>(read: (reads: Reads) => Promise<Read>) {
    const { reader, noted } = notingReader(world.store.reader);
    const found = await read(reader);
    const costs = await openCosts(world);
    let touched = 0;
    for (const statement of noted) touched += (await costs.of(statement)).touched;
    await costs.close();
    return { found, statements: noted.map(({ text }) => text), touched };
  }

  async function manyApps(app: string, letter: string, apps = APPS.some): Promise<void> {
    const name = `'Copy ${letter}' || n`;
    await many("app", app, apps, { name, name_form: name, name_of_form: name, prefix: `'${letter}' || n` });
  }

  async function raise(of: World, app: string, text: string): Promise<string> {
    return (await dataOf(of, "POST", "/issues", { app, text })).id;
  }

  const search = (asked: IssueQuery) =>
    costOf(async (reads) => {
      const rows = await listIssues(reads, {
        ...{ reach: reach(), platform: null, checkId: null },
        ...{ statuses: ["open"], sort: "raised_at", raised: ANY_TIME, after: null, limit: 10 },
        asked,
      });
      return rows.map(({ id }) => id);
    });

  test.each(Object.entries(APPS))(
    "a search over %s apps costs the same whether another workspace has the word three thousand times or not at all",
    async (size, apps) => {
      const theirs = await secondWorkspace(world);
      const { id: app } = await world.app({ mode: "live" });
      await manyApps(app, size, apps);
      const wanted = await raise(world, app, `The cart is ${size}empty`);
      await many("issue", await raise(world, app, "Something else"), OTHER_ISSUES, { number: "1000 + n" });
      const { id: elsewhere } = await theirs.app({ mode: "live" });
      // A word that may go on, and whole ones.
      const searches = [
        askedOf({ words: `${size}empty car` }),
        { all: ["cart", `${size}empty`], any: [], start: null },
      ];
      const alone = [];
      for (const asked of searches) alone.push(await search(asked));
      for (const { found, touched } of alone) expect([found, touched < MOST_TOUCHED]).toEqual([[wanted], true]);
      const same = await raise(theirs, elsewhere, `Their cart is ${size}empty, too`);
      await many("issue", same, THEIRS, { number: "1000 + n", searched: "0" });
      // The next start puts them into the index.
      await world.anotherServer();
      for (const [i, asked] of searches.entries()) expect(await search(asked)).toEqual(alone[i]);
    },
  );

  test("what a server of before writes is found meanwhile, and by the term of its workspace once it has that", async () => {
    const theirs = await secondWorkspace(world);
    const { id: elsewhere } = await theirs.app({ mode: "live" });
    await raise(theirs, elsewhere, "An olderword of theirs");
    const { id: app } = await world.app({ mode: "live" });
    await manyApps(app, "B");
    const wanted = await raise(world, app, "An olderword");
    await many("issue", await raise(world, app, "Something else"), OTHER_ISSUES, { number: "1000 + n" });
    await forgetWorkspaceTerm(world, wanted, "An olderword");
    const asked = askedOf({ words: "olderword" });
    const whole = { ...asked, all: ["olderword"], start: null };
    const byTerm = (statements: string[]) => statements.filter((text) => /searched < 2/.test(text)).length;
    for (const one of [asked, whole]) expect((await search(one)).found).toEqual([wanted]);
    while (await world.store.performer.perform(fillTermsOfWorkspaces, null));
    for (const one of [asked, whole]) {
      const { found, statements } = await search(one);
      expect([found, byTerm(statements)]).toEqual([[wanted], 1]);
    }
  });

  test("a list of results over all apps costs the same whether another workspace has recorded eleven thousand since or none", async () => {
    const theirs = await secondWorkspace(world);
    const record = async (of: World) => {
      const { id: app } = await of.app();
      const [{ id: check }] = await dataOf(of, "GET", `/checks?app=${app}`);
      const outcome = { check, platforms: ["ios"], outcome: "passed" };
      const [{ id }] = await dataOf(of, "POST", "/results", { app, ...outcome });
      return { app, id: id as string };
    };
    const { app, id } = await record(world);
    await manyApps(app, "R");
    const none: ResultFilter = { outcome: null, recordedBy: null, build: null, cycleId: null };
    const list = (filter: Partial<ResultFilter>) =>
      costOf(async (reads) => {
        const of = { reach: reach(), platform: null };
        const page = await listResults(reads, { of, filter: { ...none, ...filter }, recorded: ANY_TIME, limit: 10 });
        return { ids: page.results.map((result) => result.id), next: page.next };
      });
    const filters = [{}, { recordedBy: "Nobody" }];
    const alone = [];
    for (const filter of filters) alone.push(await list(filter));
    expect(alone.map(({ found }) => found)).toEqual([
      { ids: [id], next: null },
      { ids: [], next: null },
    ]);
    await many("result", (await record(theirs)).id, THEIR_RESULTS, {});
    for (const [i, filter] of filters.entries()) expect(await list(filter)).toEqual(alone[i]);
  });
});
