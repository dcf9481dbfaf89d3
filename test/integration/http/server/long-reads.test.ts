// Reads that take long are done on threads: they say the same, and who asks for too many at once is told so, nobody else.
import { beforeAll, describe, expect, test } from "vitest";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const CHECKS = 600;

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  let app: any;
  const runbook = () => ({
    name: app?.name ?? "Long",
    platforms: [
      { code: "ios", label: "iOS" },
      { code: "web", label: "Web" },
    ],
    sections: [
      {
        ref: "L",
        title: "Long",
        checks: Array.from({ length: CHECKS }, (_, i) => ({ ref: `L-${i}`, title: `Thing ${i}` })),
      },
    ],
  });
  beforeAll(async () => {
    app = await world.app({ ...runbook(), mode: "live" });
    await world.call(world.admin, "POST", "/results", {
      app: app.id,
      check: "L-7",
      outcome: "passed",
      platforms: ["ios"],
    });
    await world.call(world.admin, "POST", "/issues", { app: app.id, check: "L-9", text: "Broken", platforms: ["web"] });
  });
  const get = async (path: string) => {
    const answer = await world.call(world.viewer, "GET", path);
    expect(answer.status).toBe(200);
    return answer.body;
  };

  test("the whole runbook, its checks, its export, its report and its gate are what they are for a small app", async () => {
    const { data } = await get(`/apps/${app.id}/runbook`);
    expect(data.checks).toHaveLength(CHECKS);
    expect([data.checks[7].statuses, data.checks[9].statuses]).toEqual([
      ["passed", "untested"],
      ["untested", "failed"],
    ]);
    const { revision } = data;
    expect((await get(`/apps/${app.id}/runbook?since=${revision}`)).data).toMatchObject({ whole: false, checks: [] });
    const passed = await get(`/checks?app=${app.id}&status=passed`);
    expect(passed.data.map(({ ref }: { ref: string }) => ref)).toEqual(["L-7"]);
    const first = await get(`/checks?app=${app.id}&limit=200`);
    const second = await get(`/checks?app=${app.id}&limit=200&cursor=${encodeURIComponent(first.next_cursor)}`);
    expect([first.data[199].ref, second.data[0].ref]).toEqual(["L-199", "L-200"]);
    expect((await get(`/apps/${app.id}/gate?platform=web`)).data).toMatchObject({
      result: "fail",
      failed: 1,
      open_issues: 1,
    });
    const exported = await get(`/apps/${app.id}/export?format=json`);
    expect(exported.sections[0].checks).toHaveLength(CHECKS);
    const report = await get(`/apps/${app.id}/report`);
    expect(report.data.sections[0].checks).toHaveLength(CHECKS);
    expect(report.data.sections[0].checks[9].platforms[1]).toMatchObject({ status: "failed", issues: ["LON-1"] });
  });

  test("a dry run of an import says what would be done, and does nothing", async () => {
    const file = runbook();
    file.sections[0]!.checks[3]!.title = "Another thing";
    const before = await get(`/apps/${app.id}/runbook`);
    const dry = await world.call(world.admin, "POST", "/apps/import?dry_run=true", file);
    expect([dry.status, dry.body.data.dry_run]).toEqual([200, true]);
    expect(dry.body.data.plan.filter(({ kind }: { kind: string }) => kind === "check")).toMatchObject([
      { change: "change", ref: "L-3" },
    ]);
    expect((await get(`/apps/${app.id}/runbook`)).data.revision).toBe(before.data.revision);
    const wrong = await world.call(world.admin, "POST", "/apps/import?dry_run=true", { ...file, prefix: "no prefix" });
    expectError(wrong, 400, "invalid_request", /prefix/);
  });

  test("an import that was planned on a thread does what its plan says", async () => {
    const file = runbook();
    file.sections[0]!.checks[3]!.title = "Another thing";
    const done = await world.call(world.admin, "POST", "/apps/import", file);
    expect([done.status, done.body.data.dry_run, done.body.data.counts.changed]).toEqual([200, false, 1]);
    const [check] = (await get(`/checks?app=${app.id}&limit=4`)).data.slice(3);
    expect([check.ref, check.title]).toEqual(["L-3", "Another thing"]);
    const again = await world.call(world.admin, "POST", "/apps/import", file);
    expect([again.status, again.body.data.plan]).toEqual([200, []]);
  });

  test("what is out of reach is not found, and what is archived is not there", async () => {
    const scoped = await world.key("viewer", [(await world.app()).id]);
    expectError(await world.call(scoped, "GET", `/apps/${app.id}/runbook`), 404, "not_found");
    expectError(await world.call(scoped, "GET", `/apps/${app.id}/export?format=csv`), 404, "not_found");
  });

  test("whoever has more long reads wait than may is refused with 429, and somebody else is not", async () => {
    const [many, other] = [await world.key("viewer"), await world.key("viewer")];
    let n = 0;
    const ask = (key: string) => world.call(key, "GET", `/apps/${app.id}/runbook?since=${1_000_000 + n++}`);
    const asked = Array.from({ length: 120 }, () => ask(many));
    const others = [ask(other), ask(other), ask(other)];
    const answers = await Promise.all(asked);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeLessThan(120);
    // On PostgreSQL they wait in an earlier line, four of them at a time behind it.
    if (kind === "sqlite") expectError(refused[0]!, 429, "rate_limited", /send fewer at once/);
    expect(refused.every(({ status, headers }) => status === 429 && headers.get("retry-after") === "1")).toBe(true);
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await ask(many)).status).toBe(200);
  });
});
