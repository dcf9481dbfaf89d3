// Issues of a section with many checks, which are found by the checks once the newest issues of the app are others'.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dataOf } from "../../../support/checks/route-table.ts";
import { type IssueClient, issueClientOf } from "../../../support/clients/issue-client.ts";
import { multiply } from "../../../support/database/multiply-rows.ts";
import { createWorld, DATABASES, type World } from "../../../support/server/test-server.ts";

const CHECKS = 60;
const NEWER = 1_000;

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  let issues: IssueClient;
  let app: string;
  const raised: string[] = [];
  beforeAll(async () => {
    world = await createWorld(kind);
    issues = issueClientOf(world);
    const checks = Array.from({ length: CHECKS }, (_, n) => ({ ref: `MANY-${n}`, title: `Check ${n}` }));
    const sections = [
      { ref: "MANY", title: "Many", checks },
      { ref: "FEW", title: "Few", checks: [{ ref: "FEW-1", title: "Another" }] },
    ];
    ({ id: app } = await world.app({ sections, mode: "live" }));
    const raise = async (fields: object) =>
      (await dataOf(world, "POST", "/issues", { app, text: "It broke", ...fields })).id;
    for (const place of [{ check: "MANY-0" }, { section: "MANY" }, { check: "MANY-59" }, { check: "MANY-0" }]) {
      raised.unshift(await raise(place));
    }
    await dataOf(world, "POST", `/issues/${raised[0]}/fix`);
    const other = await raise({ check: "FEW-1" });
    await multiply(
      world.config,
      [{ table: "issue", of: `id = '${other}'`, with: { id: "'iss_z' || (10000 + n)", number: "1000 + n" } }],
      NEWER,
    );
  });
  afterAll(() => world.close());

  test("they are listed newest first, page by page, whatever their status", async () => {
    const of = `app=${app}&section=MANY`;
    expect(await issues.walk(of, 2)).toEqual(raised.slice(1));
    expect(await issues.walk(`${of}&status=fixed`, 2)).toEqual(raised.slice(0, 1));
    expect(await issues.walk(`${of}&status=all`, 2)).toEqual(raised);
    expect(await issues.walk(`${of}&status=all`, 200)).toEqual(raised);
  });

  test("a word besides is looked for among them", async () => {
    const of = `app=${app}&section=MANY&status=all`;
    expect(await issues.walk(`${of}&q=broke`, 200)).toEqual(raised);
    expect(await issues.walk(`${of}&q=bro`, 2)).toEqual(raised);
    expect(await issues.walk(`${of}&q=nothing`, 200)).toEqual([]);
  });
});
