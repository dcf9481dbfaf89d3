// What all reporters share: how results are sent while a run goes on, and what becomes of those that the server refuses.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ReporterSettings } from "../../../reporters/core/src/reporter-settings.ts";
import { ResultStream } from "../../../reporters/core/src/result-stream.ts";
import { describeRun } from "../../../reporters/core/src/run-summary.ts";
import type { CaseOutcome, TestedCase } from "../../../reporters/core/src/tested-case.ts";
import { type FlakyEndpoint, openFlakyEndpoint } from "../../support/clients/flaky-endpoint.ts";
import { ANY_DATABASE } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

describe.each(ANY_DATABASE)("on %s", (kind) => {
  const world = worldOf(kind);
  let endpoint: FlakyEndpoint;
  let app: string;
  beforeAll(async () => {
    endpoint = await openFlakyEndpoint(world.address);
  });
  afterAll(() => endpoint?.close());
  beforeEach(async () => {
    endpoint.begin("open");
    app = (await world.app()).id;
  });

  const stream = (settings: Partial<ReporterSettings> = {}) =>
    new ResultStream({
      url: endpoint.address,
      key: world.tester,
      query: { app, platforms: ["ios"] },
      map: null,
      minMatched: null,
      waitMs: null,
      unsentFolder: "",
      ...settings,
    });
  const tested = (name: string, outcome: CaseOutcome = "passed", more: Partial<TestedCase> = {}): TestedCase => ({
    name,
    suites: [],
    outcome,
    ...more,
  });
  const results = async () => {
    const { body } = await world.call(world.viewer, "GET", `/results?app=${app}&limit=200`);
    return body.data.map((one: { check: { ref: string }; platform: string; outcome: string }) =>
      [one.check.ref, one.platform, one.outcome].join(" "),
    );
  };
  /** Until the server has what was added so far, as it comes while a run goes on. */
  const sent = (some: ResultStream) => expect.poll(() => some.left).toBe(0);

  test("a check that failed stays failed, whatever passes later; one that passed is recorded again only as failed", async () => {
    const some = stream();
    some.add(tested("SIGN-1 opens", "failed", { message: "stuck" }));
    some.add(tested("SIGN-2 opens"));
    await sent(some);
    some.add(tested("SIGN-1 opens again", "passed", { platforms: ["ios", "android"] }));
    some.add(tested("SIGN-2 opens again"));
    await sent(some);
    some.add(tested("SIGN-2 does not close", "failed"));
    await some.finish();
    expect(await results()).toEqual([
      "SIGN-2 ios failed",
      "SIGN-1 android passed",
      ...["SIGN-1 ios failed", "SIGN-2 ios passed"].sort().reverse(),
    ]);
  });

  test("a test that names an unknown platform is refused alone, and the others are recorded", async () => {
    const some = stream();
    for (let i = 0; i < 7; i++) some.add(tested(`SIGN-1 opens ${i}`));
    some.add(tested("SIGN-2 opens", "passed", { platforms: ["fridge"] }));
    some.add(tested("PAY-1 pays"));
    await some.finish();
    expect((await results()).sort()).toEqual(["PAY-1 ios passed", "SIGN-1 ios passed"]);
    expect(describeRun(some, null)).toMatch(
      /^Retest: recorded 2 passed and 0 failed on 2 checks; 9 tests: 8 matched, 0 skipped, 0 unmatched, 1 refused\.\n {2}refused "SIGN-2 opens": .*fridge/,
    );
  });

  test("what is wrong with every request stops them, and all is kept", async () => {
    const wrongKey = stream({ key: "rt_wrong" });
    for (const name of ["SIGN-1 opens", "SIGN-2 opens"]) wrongKey.add(tested(name));
    await wrongKey.finish();
    expect([wrongKey.left, wrongKey.stopped]).toEqual([2, expect.stringMatching(/key/i)]);
    const wrongMap = stream({ map: "nonsense: 1" });
    for (let i = 0; i < 20; i++) wrongMap.add(tested(`SIGN-1 opens ${i}`));
    await wrongMap.finish();
    expect([wrongMap.left, wrongMap.refused.length]).toEqual([20, 0]);
    expect(await results()).toEqual([]);
  });

  test("what is kept is sent by another process in the place that the first one left", async () => {
    const first = stream();
    first.add(tested("SIGN-1 opens", "failed"));
    await sent(first);
    endpoint.mood = "closed";
    first.add(tested("SIGN-1 opens again"));
    first.add(tested("PAY-1 pays"));
    await first.finish();
    expect([first.left, first.away]).toEqual([2, expect.stringContaining("can't be reached")]);
    endpoint.mood = "open";
    const second = new ResultStream(
      {
        url: endpoint.address,
        key: world.tester,
        query: first.unsent().query,
        map: null,
        minMatched: null,
        waitMs: 0,
        unsentFolder: "",
      },
      JSON.parse(JSON.stringify(first.unsent())),
    );
    await second.finish();
    expect([second.left, await results()]).toEqual([0, ["PAY-1 ios passed", "SIGN-1 ios failed"]]);
  });
});
