// A page of issues names the checks that they are on. Those that a server does not know yet are read together: with many workspaces it
// knows few of them.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askedOf } from "../../../src/domain/issues/search-terms.ts";
import { ANY_TIME } from "../../../src/lib/ids.ts";
import { getApp } from "../../../src/storage/apps/apps.ts";
import { listIssues } from "../../../src/storage/issues/issue-pages.ts";
import { dataOf } from "../../support/checks/route-table.ts";
import { multiply } from "../../support/database/multiply-rows.ts";
import { notingReader } from "../../support/database/statement-cost.ts";
import { createWorld, DATABASES, type World } from "../../support/server/test-server.ts";

const MANY = 300;

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(kind);
  });
  afterAll(() => world.close());

  test.each([
    [3, 1],
    [50, 1],
    [280, 2],
  ])(
    "a page of %i issues on checks that were not read before asks for them in %i statements, and then never again",
    async (limit, statements) => {
      const { id: appId } = await world.app();
      const [{ id: check }] = await dataOf(world, "GET", `/checks?app=${appId}`);
      const { id: issue } = await dataOf(world, "POST", "/issues", { app: appId, check, text: "Broken" });
      const copyOf = (id: string) => `'${id.slice(0, -8)}' || (10000000 + n)`;
      const changed = { ref: "'R' || n", title: "'Copy ' || n", position: "1000 + n" };
      const checks = { table: '"check"', of: `id = '${check}'`, with: { id: copyOf(check), ...changed } };
      const numbered = { id: copyOf(issue), check_id: copyOf(check), number: "1000 + n" };
      await multiply(world.config, [checks, { table: "issue", of: `id = '${issue}'`, with: numbered }], MANY);
      const { reader, noted } = notingReader(world.store.reader);
      const app = await getApp(reader, { workspaceId: world.store.workspace.id, apps: null }, appId);
      const wanted = {
        ...{ apps: [app], checkId: null, statuses: ["open"] as const, sort: "raised_at" as const },
        ...{ asked: askedOf({}), raised: ANY_TIME, after: null, limit },
      };
      const page = async () => {
        noted.length = 0;
        const issues = await listIssues(reader, { ...wanted, statuses: [...wanted.statuses] });
        return { issues, asked: noted.filter(({ text }) => text.includes('from "check"')).length };
      };
      const first = await page();
      expect(first.issues).toHaveLength(limit);
      for (const { checkId, checkTitle } of first.issues.filter((one) => one.checkId !== check)) {
        expect(checkTitle).toBe(`Copy ${Number(checkId!.slice(-8)) - 10_000_000}`);
      }
      expect(first.asked).toBe(statements);
      expect(await page()).toEqual({ issues: first.issues, asked: 0 });
    },
  );
});
