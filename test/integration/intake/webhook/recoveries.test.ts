// What a delivery does that reports a recovery: raises an issue as any other, nothing, or fixes the one that is open.
import { beforeEach, describe, expect, test } from "vitest";
import { ask, dataOf } from "../../../support/checks/route-table.ts";
import { issueClientOf, severalRepositories } from "../../../support/clients/issue-client.ts";
import { type Hook, openHook, setPlan } from "../../../support/clients/webhook-client.ts";
import { bodyOf, SAMPLES } from "../../../support/samples/payload-samples.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const ALERT = { title: "Disk full", source: "probe", external_id: "d-1" };
const RECOVERY = { ...ALERT, title: "Disk is fine", recovered: true };
const IGNORED = { ignored: "recovery" };

/** An alert and its recovery, as the tools send them. */
const TOOLS = [
  ["Grafana", "grafana-firing.json", "grafana-recovery.json"],
  ["Alertmanager", "alertmanager-firing.json", "alertmanager-recovery.json"],
  ["Datadog", "datadog-alert.json", "datadog-recovery.json"],
  ["Uptime Kuma", "uptime-kuma-down.json", "uptime-kuma-up.json"],
  ["Bugsnag", "bugsnag-first-exception.json", "bugsnag-error-state-fixed.json"],
  ["Rollbar", "rollbar-new-item.json", "rollbar-resolved-item.json"],
] as const;

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { webhookRate: 0, freePlanIssues: 1 });
  const issueClient = issueClientOf(world);
  let hook: Hook;
  beforeEach(async () => {
    hook = await openHook(world);
  });

  const previewed = (body: unknown) => dataOf(world, "POST", `/apps/${hook.app.id}/webhook/preview`, body);
  const expectSound = async () => expect(await world.problems()).toEqual([]);

  describe.each(TOOLS)("%s", (_tool, alert, recovery) => {
    const { preset, mapping } = SAMPLES.find(({ file }) => file === recovery)!;
    const deliver = (file: string) => hook.deliver(bodyOf(file), { "content-type": "application/json" });
    const set = (recoveries?: string) => hook.configure({ preset, mapping, ...(recoveries && { recoveries }) });

    test("raise, the default: the recovery is a duplicate while the issue is open, and a new issue after its fix", async () => {
      expect(await set()).toMatchObject({ recoveries: "raise" });
      const { issue } = (await deliver(alert)).body;
      expect((await deliver(recovery)).body).toEqual({ duplicate: true, issue });
      await issueClient.fix(issue.id);
      expect((await deliver(recovery)).status).toBe(201);
      expect((await hook.log(3)).map((entry) => entry.recovery)).toEqual([null, null, null]);
    });

    test("ignore: the recovery is a duplicate while the issue is open, and raises nothing after its fix", async () => {
      await set("ignore");
      const { issue } = (await deliver(alert)).body;
      expect((await deliver(recovery)).body).toEqual({ duplicate: true, issue });
      expect(await issueClient.read(issue.id)).toMatchObject({ status: "open", webhook: { deliveries: 2 } });
      await issueClient.fix(issue.id);
      expect((await deliver(recovery)).body).toEqual(IGNORED);
      expect((await deliver(alert)).status).toBe(201);
      expect(await hook.issues()).toHaveLength(2);
    });

    test("fix: the recovery marks the issue fixed, and raises nothing after that", async () => {
      await set("fix");
      const { issue } = (await deliver(alert)).body;
      expect((await deliver(alert)).body).toEqual({ duplicate: true, issue });
      expect((await deliver(recovery)).body).toEqual({ fixed: true, issue });
      const by = preset === "custom" ? "Webhook" : `${preset} via webhook`;
      expect(await issueClient.read(issue.id)).toMatchObject({
        status: "fixed",
        fixed_by: by,
        webhook: { deliveries: 3 },
      });
      expect((await deliver(recovery)).body).toEqual(IGNORED);
      expect((await deliver(alert)).status).toBe(201);
      expect(await hook.issues()).toHaveLength(2);
      await expectSound();
    });
  });

  test("a fix by a recovery is one like any other: history, counters, the tool's name", async () => {
    await hook.configure({ recoveries: "fix" });
    const { id } = await hook.raised(ALERT);
    await hook.deliver(RECOVERY);
    const issue = await issueClient.read(id);
    expect(issue).toMatchObject({ status: "fixed", fixed_by: "probe via webhook", text: "Disk full", fixed_on: [] });
    expect(await issueClient.history(id)).toMatchObject([
      { kind: "fixed", by: "probe via webhook", changes: { status: { from: "open", to: "fixed" } } },
      { kind: "raised" },
    ]);
    expect((await dataOf(world, "GET", `/apps/${hook.app.id}`)).summary.open_issues).toBe(0);
    expect(await issueClient.reopen(id)).toMatchObject({ status: "open", fixed_by: null });
    expect((await hook.deliver(RECOVERY)).body).toMatchObject({ fixed: true, issue: { id } });
    expect(await issueClient.confirm(id)).toMatchObject({ status: "fixed", confirmed_fixed_at: expect.any(String) });
    await expectSound();
  });

  test("a check that the issue was placed on reads needs_retest after a recovery, and only a later result makes it pass", async () => {
    await hook.configure({ recoveries: "fix" });
    await issueClient.record(hook.app, "passed");
    const { id } = await hook.raised(ALERT);
    await issueClient.place(id, { check: "SIGN-1" });
    const read = () => issueClient.statuses(hook.app, "SIGN-1");
    const all = async () => new Set(Object.values(await read()));
    expect(await all()).toEqual(new Set(["failed"]));
    await hook.deliver(RECOVERY);
    expect(await all()).toEqual(new Set(["needs_retest"]));
    await hook.deliver(RECOVERY);
    expect(await all()).toEqual(new Set(["needs_retest"]));
    await issueClient.record(hook.app, "passed");
    expect(await all()).toEqual(new Set(["passed"]));
    await expectSound();
  });

  test("a partly fixed issue is open: a recovery fixes the rest of it", async () => {
    hook = await openHook(world, severalRepositories());
    await hook.configure({ recoveries: "fix" });
    const { id } = await hook.raised(ALERT);
    await issueClient.fix(id, { platforms: ["web"] });
    expect((await hook.deliver(RECOVERY)).body).toMatchObject({ fixed: true });
    const { status, fixed_on } = await issueClient.read(id);
    expect([status, ...fixed_on.map(({ platform, fixed_by }) => `${platform}: ${fixed_by.split(" ").at(-1)}`)]).toEqual(
      [...["fixed", "web: API", "ios: webhook", "android: webhook"]],
    );
    await expectSound();
  });

  test.each(["ignore", "fix"])(
    "%s: a recovery of something unknown, or without an id, raises nothing",
    async (recoveries) => {
      await hook.configure({ recoveries });
      await hook.raised({ title: "Of no id" });
      for (const payload of [RECOVERY, { title: "Of no id", recovered: "ok" }, { ...RECOVERY, source: "another" }]) {
        expect((await hook.deliver(payload)).body).toEqual(IGNORED);
      }
      expect((await hook.issues()).map(({ status }) => status)).toEqual(["open"]);
      await expectSound();
    },
  );

  test("a recovery fixes the open issue that holds the place, and the next one the issue that waits behind it", async () => {
    await hook.configure({ recoveries: "fix" });
    const older = await hook.raised(ALERT);
    await issueClient.fix(older.id);
    const newer = await hook.raised(ALERT);
    await issueClient.reopen(older.id);
    const fixed = [await hook.deliver(RECOVERY), await hook.deliver(RECOVERY)].map(({ body }) => body.issue.id);
    expect(fixed).toEqual([newer.id, older.id]);
    expect((await hook.deliver(RECOVERY)).body).toEqual(IGNORED);
    await expectSound();
  });

  test.each(["ignore", "fix"])("%s: a recovery needs no allowance, and a title like any other", async (recoveries) => {
    await hook.configure({ recoveries });
    await hook.raised(ALERT);
    await setPlan(world, "free");
    expect((await hook.deliver({ ...ALERT, external_id: "new" })).status).toBe(402);
    expect((await hook.deliver({ ...RECOVERY, external_id: "new" })).body).toEqual(IGNORED);
    expect((await hook.deliver(RECOVERY)).body[recoveries === "fix" ? "fixed" : "duplicate"]).toBe(true);
    expect((await hook.deliver({ ...RECOVERY, title: "" })).body.error.code).toBe("missing_title");
    await setPlan(world, "unlimited");
  });

  test("every recovery is in the log with what it did, counts towards the hour, and can be replayed", async () => {
    await hook.configure({ recoveries: "fix" });
    const { id } = await hook.raised(ALERT);
    for (let i = 0; i < 2; i++) await hook.deliver(RECOVERY);
    const entries = await hook.log(3);
    expect(entries).toMatchObject([
      { status: 200, recovery: "ignored", duplicate: false, issue: null, error: null },
      { status: 200, recovery: "fixed", duplicate: false, issue: { id }, error: null },
      { status: 201, recovery: null, duplicate: false, issue: { id }, error: null },
    ]);
    await issueClient.reopen(id);
    expect(await hook.replay(entries[0].id)).toMatchObject({ status: 200, recovery: "fixed", issue: { id } });
    await issueClient.reopen(id);
    await hook.configure({ recoveries: "ignore" });
    expect(await hook.replay(entries[0].id)).toMatchObject({ recovery: "ignored", duplicate: true, issue: { id } });
    await hook.configure({ recoveries: "raise" });
    expect(await hook.replay(entries[0].id)).toMatchObject({ recovery: null, duplicate: true, issue: { id } });
    expect(await issueClient.read(id)).toMatchObject({ status: "open", webhook: { deliveries: 5 } });
    expect(await hook.used()).toBe(6);
    await expectSound();
  });

  test("the setting counts for the very next delivery, on every server", async () => {
    const other = await world.anotherServer();
    const { id } = await hook.raised(ALERT);
    await hook.configure({ recoveries: "fix" });
    expect((await hook.deliver(RECOVERY, {}, other)).body).toMatchObject({ fixed: true, issue: { id } });
    await hook.configure({ recoveries: "raise" });
    expect((await hook.deliver(RECOVERY, {}, other)).status).toBe(201);
  });

  test("a preview says whether it is a recovery, and what would be done with it; nothing is done", async () => {
    const { id } = await hook.raised(ALERT);
    expect((await previewed({ payload: ALERT })).recovery).toBeNull();
    const read = { issue: { title: "Disk is fine" }, error: null };
    expect(await previewed({ payload: RECOVERY })).toMatchObject({ recovery: "raise", ...read });
    expect(await previewed({ payload: RECOVERY, recoveries: "ignore" })).toMatchObject({ recovery: "ignore", ...read });
    await hook.configure({ recoveries: "fix" });
    const { recovery, fields } = await previewed({ payload: RECOVERY });
    expect([recovery, fields.at(-1)]).toMatchObject(["fix", { field: "recovered", value: "true", from: "native" }]);
    expect(await previewed({ payload: { ...RECOVERY, title: "" } })).toMatchObject({
      recovery: null,
      error: { code: "missing_title" },
    });
    const mapping = { recovered: "state", words: { recovered: ["0"] } };
    expect((await previewed({ payload: { ...ALERT, state: 0 }, mapping })).recovery).toBe("fix");
    expect((await issueClient.read(id)).status).toBe("open");
    expect(await hook.used()).toBe(1);
  });

  describe("the settings", () => {
    const patch = (change: unknown) => ask(world, world.admin, "PATCH", `/apps/${hook.app.id}/webhook`, change);

    test.each([
      ["recoveries", { recoveries: "close" }],
      ["recovered", { mapping: { recovered: "a..b" } }],
      ["words", { mapping: { words: { priorities: {} } } }],
      ["words", { mapping: { words: { priority: { "5": "highest" } } } }],
      ["words", { mapping: { words: { recovered: [""] } } }],
      ["words", { mapping: { words: { recovered: ["x".repeat(101)] } } }],
      ["words", { mapping: { words: { recovered: Array(101).fill("ok") } } }],
      ["words", { mapping: { words: { recovered: "ok" } } }],
      [
        "words",
        { mapping: { words: { priority: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [i, "low"])) } } },
      ],
    ])("a wrong %s is refused, and named: %.80j", async (name, change) => {
      const { status, body } = await patch(change);
      expect([status, body.error.code]).toEqual([400, "invalid_request"]);
      expect(body.error.message).toContain(name);
    });

    test("are shown as they were saved, and noted in the audit log by their name", async () => {
      const words = { priority: { "5": "urgent", Average: "medium" }, recovered: ["0"] };
      const mapping = { recovered: "event.value", priority: "severity", words };
      expect(await hook.configure({ preset: "custom", recoveries: "fix", mapping })).toMatchObject({
        recoveries: "fix",
        mapping,
      });
      expect((await hook.raised({ title: "T", severity: 5 })).priority).toBe("urgent");
      const [entry] = await dataOf(world, "GET", "/audit?limit=1");
      expect(entry.details.fields).toEqual(expect.arrayContaining(["recoveries", "mapping", "preset"]));
      expect((await patch({ recoveries: null, mapping: { words: null } })).status).toBe(200);
      expect(await hook.config()).toMatchObject({ recoveries: "fix", mapping: { words: null } });
    });
  });
});
