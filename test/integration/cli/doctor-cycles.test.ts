// The doctor's look at cycles: open ones against the facts, closed ones against what they were closed with.
import { describe, expect, test } from "vitest";
import { meddle } from "../../support/database/change-rows.ts";
import { DATABASES } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const problemsOf = async (name: string) => (await world.problems()).filter((line) => line.startsWith(`${name}: `));

  /** An app with an open cycle, one with what is left of it, and a closed one. */
  async function cycledApp() {
    const { id, name } = await world.app();
    const start = async (body: object) =>
      (await world.call(world.admin, "POST", `/apps/${id}/cycles`, body)).body.data.id as string;
    const closed = await start({ name: "Closed" });
    const record = (check: string, outcome: string) =>
      world.call(world.tester, "POST", "/results", { app: id, check, outcome });
    await record("SIGN-1", "passed");
    await world.call(world.admin, "POST", `/cycles/${closed}/close`);
    const open = await start({ name: "Open" });
    await record("PAY-1", "failed");
    const left = await start({ name: "Left", from: { cycle: "Open" } });
    await record("PAY-1", "passed");
    return { id, name, closed, open, left };
  }

  test("cycles that nobody meddled with have no differences", async () => {
    expect(await problemsOf((await cycledApp()).name)).toEqual([]);
  });

  test.each([
    ["a status in a cycle", "update cycle_status set status = 'failed' where cycle_id = 'OPEN'", /cycle Open: check/],
    [
      "an outcome in a cycle",
      "update cycle_status set outcome = null where cycle_id = 'OPEN'",
      /cycle Open: check PAY-1/,
    ],
    ["a result in a cycle", "update cycle_status set result_id = 'res_0' where cycle_id = 'LEFT'", /cycle Left: check/],
    [
      "a row that is missing",
      "delete from cycle_status where cycle_id = 'OPEN' and platform = 'ios'",
      /ios: is missing/,
    ],
    ["a row that is not on the list", "delete from cycle_list where cycle_id = 'LEFT'", /is not in its scope/],
    [
      "a revision that has not come yet",
      "update cycle_status set revision = 99 where cycle_id = 'OPEN'",
      /yet to come/,
    ],
    ["the tally of a section", "update cycle_section set untested = 9 where cycle_id = 'OPEN'", /untested: stored 9/],
    ["the checks of a section", "update cycle_section set checks = 9 where cycle_id = 'LEFT'", /checks: stored 9/],
    ["a tally that is missing", "delete from cycle_section where cycle_id = 'OPEN'", /no tally/],
    ["a result that counts", "delete from result where app_id = 'APP'", /cycle Open: check PAY-1/],
    [
      "what was frozen",
      "delete from frozen_status where cycle_id = 'CLOSED' and platform = 'ios'",
      /cycle Closed: section/,
    ],
    [
      "a check that was frozen",
      "delete from frozen_check where cycle_id = 'CLOSED' and position = 1",
      /cycle Closed: section/,
    ],
    ["the summary of a closed cycle", "update cycle set passed = 5 where id = 'CLOSED'", /Closed: its summary/],
    ["rows of a closed cycle", "update cycle_status set cycle_id = 'CLOSED' where cycle_id = 'OPEN'", /are left/],
  ])("%s that differs from the facts is found", async (_, sql, problem) => {
    const { id, name, open, left, closed } = await cycledApp();
    const words = { OPEN: open, LEFT: left, CLOSED: closed, APP: id };
    await meddle(
      world,
      Object.entries(words).reduce((text, [word, value]) => text.replaceAll(`'${word}'`, `'${value}'`), sql),
    );
    expect((await problemsOf(name)).join("\n")).toMatch(problem);
  });
});
