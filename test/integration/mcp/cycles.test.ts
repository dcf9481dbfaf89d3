// Cycles by the tools of assistants: from the start of one over what is left of it to its end, and what is refused.
import { describe, expect, test } from "vitest";
import { dataOf } from "../../support/checks/route-table.ts";
import { type Assistant, assistantOf } from "../../support/clients/mcp-client.ts";
import { DATABASES } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const asAdmin = async <T>(work: (assistant: Assistant) => Promise<T>): Promise<T> => {
    const assistant = await assistantOf(world.address, world.admin, "current");
    try {
      return await work(assistant);
    } finally {
      await assistant.close();
    }
  };
  const start = (app: string, name: string) => dataOf(world, "POST", `/apps/${app}/cycles`, { name });

  test("a cycle is started, filled by results that name it, looked at for what is left, and closed", async () => {
    const app = await world.app();
    await asAdmin(async (assistant) => {
      const started = await assistant.use("start_cycle", { app: app.name, name: "1.5 RC 1", build: "1.5.0" });
      expect(started.text).toMatch(
        /^Started\.\n1\.5 RC 1 \(cyc_\w+, open, build 1\.5\.0\): 0 % complete; .*; 3 checks$/,
      );
      const { id } = started.data.cycle;
      const results = [
        { check: "SIGN-1", outcome: "passed", build: "nightly" },
        { check: "PAY-1", outcome: "failed", platforms: ["ios"] },
      ];
      expect((await assistant.use("record_results", { app: app.id, results, cycle: "1.5 RC 1" })).isError).toBe(false);
      const other = [{ check: "SIGN-2", outcome: "passed", build: "nightly" }];
      await assistant.use("record_results", { app: app.id, results: other });
      const [last] = (await assistant.use("list_results", { app: app.id, check: "SIGN-1" })).data.results;
      expect(last.cycle).toEqual({ id, name: "1.5 RC 1" });

      const looked = await assistant.use("get_cycle", { app: app.id, cycle: "1.5 RC 1" });
      expect(looked.text.split("\n").slice(1)).toEqual([
        "2 checks are left",
        "- SIGN-2 Wallet: ios: untested, android: untested",
        "- PAY-1 Card: ios: failed, android: untested",
      ]);
      expect(looked.data.left[1]).toMatchObject({ ref: "PAY-1", section: "PAY", platforms: { ios: "failed" } });
      const one = await assistant.use("get_cycle", { app: app.id, cycle: id, limit: 1 });
      expect([one.data.left.length, one.data.total_left]).toEqual([1, 2]);
      const two = await assistant.use("get_cycle", { app: app.id, cycle: id, cursor: one.data.next_cursor });
      expect(two.data.left.map(({ ref }: { ref: string }) => ref)).toEqual(["PAY-1"]);

      const gate = await assistant.use("check_gate", { app: app.id, cycle: id, percent: 50, max_failed: 1 });
      expect(gate.text).toMatch(/^pass: App \w+, cycle 1\.5 RC 1 \(ios, android\)/);
      const rest = await assistant.use("start_cycle", {
        app: app.id,
        name: "Rest",
        from: { cycle: "1.5 RC 1", statuses: ["failed"] },
        sections: ["Pay"],
        platforms: ["ios"],
      });
      expect(rest.data.cycle).toMatchObject({ from: { id }, platforms: ["ios"], sections: [{ ref: "PAY" }] });
      expect((await assistant.use("close_cycle", { app: app.id, cycle: "1.5 RC 1" })).text).toMatch(
        /^Closed\.\n1\.5 RC 1/,
      );
      const closed = await assistant.use("get_cycle", { app: app.id, cycle: id });
      expect(closed.data).toMatchObject({ cycle: { status: "closed" }, total_left: 2 });
      const open = await assistant.use("list_cycles", { app: app.name, status: "open" });
      expect(open.text).toMatch(/^App \w+: 1 open cycles\n- Rest \(cyc_/);
      const all = await assistant.use("list_cycles", { app: app.name, limit: 1 });
      expect(all.data.cycles.map(({ name }: { name: string }) => name)).toEqual(["Rest"]);
      const next = await assistant.use("list_cycles", { app: app.name, cursor: all.data.next_cursor });
      expect(next.data.cycles.map(({ name }: { name: string }) => name)).toEqual(["1.5 RC 1"]);
    });
  });

  test.each<[string, string, Record<string, unknown>, string, RegExp]>([
    [
      "an unknown cycle",
      "get_cycle",
      { cycle: "1.7" },
      "not_found",
      /No such cycle as "1\.7", or it is out of your reach\. Open are "Now"\./,
    ],
    ["a cycle with a NUL", "get_cycle", { cycle: "a\0b" }, "not_found", /No such cycle/],
    ["a cycle of another app", "get_cycle", { cycle: "THEIRS" }, "not_found", /Open are "Now"/],
    ["the gate of an unknown cycle", "check_gate", { cycle: "THEIRS" }, "not_found", /No such cycle/],
    [
      "results for an unknown cycle",
      "record_results",
      { cycle: "1.7", results: "PASSED" },
      "not_found",
      /No such cycle/,
    ],
    [
      "results for another app's",
      "record_results",
      { cycle: "THEIRS", results: "PASSED" },
      "not_found",
      /No such cycle/,
    ],
    ["results for a closed cycle", "record_results", { cycle: "Old", results: "PASSED" }, "cycle_closed", /closed/],
    ["closing a closed cycle", "close_cycle", { cycle: "Old" }, "cycle_closed", /closed/],
    ["closing an unknown cycle", "close_cycle", { cycle: "1.7" }, "not_found", /No such cycle/],
    ["a name that is taken", "start_cycle", { name: "Old" }, "name_taken", /has this name/],
    [
      "the rest of an unknown cycle",
      "start_cycle",
      { name: "1.7", from: { cycle: "THEIRS" } },
      "not_found",
      /No such cycle/,
    ],
    [
      "a scope with nothing in it",
      "start_cycle",
      { name: "1.7", from: { cycle: "Old", statuses: ["failed"] } },
      "invalid_request",
      /from/,
    ],
    ["a section that is none", "start_cycle", { name: "1.7", sections: ["Nowhere"] }, "not_found", /section/],
    ["a platform that is none", "start_cycle", { name: "1.7", platforms: ["tv"] }, "unknown_platform", /this app has/],
  ])("%s is a result that says how to do it right", async (_name, tool, input, code, words) => {
    const [app, other] = [await world.app(), await world.app()];
    const { id: old } = await start(app.id, "Old");
    await dataOf(world, "POST", `/cycles/${old}/close`);
    await start(app.id, "Now");
    const { id: theirs } = await start(other.id, "Theirs");
    const given = JSON.parse(
      JSON.stringify({ app: app.id, ...input })
        .replaceAll("THEIRS", theirs)
        .replaceAll('"PASSED"', JSON.stringify([{ check: "PAY-1", outcome: "passed" }])),
    );
    const told = await asAdmin((assistant) => assistant.use(tool, given));
    expect([told.isError, told.data.error.code]).toEqual([true, code]);
    expect(told.text).toMatch(words);
    expect(await dataOf(world, "GET", `/results?app=${app.id}`)).toEqual([]);
  });

  test("the 21st open cycle is a result that says how many there may be", async () => {
    const app = await world.app();
    for (let n = 0; n < 20; n++) await start(app.id, `Open ${n}`);
    const told = await asAdmin((assistant) => assistant.use("start_cycle", { app: app.id, name: "One more" }));
    expect([told.isError, told.data.error.code]).toEqual([true, "too_many_cycles"]);
    expect(told.text).toContain("20");
  });
});
