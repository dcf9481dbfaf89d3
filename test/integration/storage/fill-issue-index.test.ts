// Issues from before the search index: the next start puts them into it, also when a start before it was broken off
// and when several servers start at once.
import { DatabaseSync } from "@photostructure/sqlite";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fillTermsOfWorkspaces } from "../../../src/actions/issues/fill-workspace-terms.ts";
import { examine } from "../../../src/cli/doctor/examine.ts";
import { sqliteFile } from "../../../src/startup/config.ts";
import { dataOf } from "../../support/checks/route-table.ts";
import { type IssueClient, issueClientOf } from "../../support/clients/issue-client.ts";
import { interruptedReader } from "../../support/database/interrupted-reader.ts";
import { forgetWorkspaceTerm } from "../../support/samples/forget-workspace-term.ts";
import { createWorld, DATABASES, type World } from "../../support/server/test-server.ts";

const ISSUES = 1_200;

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  let issueClient: IssueClient;
  beforeAll(async () => {
    world = await createWorld(kind);
    issueClient = issueClientOf(world);
  });
  afterAll(() => world.close());

  /** As a database is that has never had the index, but for some of the issues. */
  async function forget(share: string): Promise<void> {
    if (kind === "postgres") {
      const client = new pg.Client({ connectionString: world.config.databaseUrl! });
      await client.connect();
      await client.query(`update issue set searched = 0, terms = null where ${share}`).finally(() => client.end());
      return;
    }
    const db = new DatabaseSync(sqliteFile(world.config));
    db.exec(`delete from issue_index where rowid in
      (select place * 4294967296 + number from issue join app_place using (app_id) where ${share});
      update issue set searched = 0 where ${share}`);
    db.close();
  }

  test("one that is given the term of its workspace while the doctor looks at it is right", async () => {
    const { id: app, name } = await world.app({ mode: "live" });
    const { id } = await dataOf(world, "POST", "/issues", { app, text: "Earlier" });
    await forgetWorkspaceTerm(world, id, "Earlier");
    const fill = async (text: string) => {
      if (/searched < 2/.test(text)) await world.store.performer.perform(fillTermsOfWorkspaces, null);
    };
    const { differences } = await examine(interruptedReader(world.store.reader, fill), Date.now());
    expect(differences.filter((one) => one.app === name)).toEqual([]);
  });

  test("they are found after the start, each once, and the doctor finds nothing", async () => {
    const apps = [await world.app(), await world.app()];
    for (let i = 0; i < ISSUES; i += 100) {
      await Promise.all(
        Array.from({ length: 100 }, (_, k) => issueClient.raise(apps[k % 2], { text: `Older number${i + k}` })),
      );
    }
    await forget("1 = 1");
    expect((await issueClient.list("q=number77")).data).toEqual([]);
    await Promise.all([world.anotherServer(), world.anotherServer()]);
    expect((await issueClient.list("q=number77")).data).toHaveLength(11);
    expect(new Set(await issueClient.walk("q=older", 200)).size).toBe(ISSUES);
    await forget("number % 3 = 0");
    await world.anotherServer();
    expect(new Set(await issueClient.walk("q=older", 200)).size).toBe(ISSUES);
    expect(await world.problems()).toEqual([]);
  });
});
