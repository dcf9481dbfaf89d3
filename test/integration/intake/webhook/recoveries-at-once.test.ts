// Recoveries that come while something else happens to their issue: it is fixed once, and whoever is told of fixes is told once.
import { describe, expect, onTestFinished, test } from "vitest";
import { ask, dataOf } from "../../../support/checks/route-table.ts";
import { issueClientOf } from "../../../support/clients/issue-client.ts";
import { openHook, signed } from "../../../support/clients/webhook-client.ts";
import { openReceiver } from "../../../support/fake-tools/notify-receiver.ts";
import { notifiedApp } from "../../../support/samples/notified-app.ts";
import { type Answer, DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const ALERT = { title: "Disk full", source: "probe", external_id: "d-1" };
const RECOVERY = { ...ALERT, recovered: true };

/** How often each came of it. */
function outcomes(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const name = body.error?.code ?? (status === 201 ? "raised" : Object.keys(body)[0]!);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { webhookRate: 0 });
  const issueClient = issueClientOf(world);

  test("alerts and recoveries of one thing on two servers: each issue is raised once and fixed at most once", async () => {
    const other = await world.anotherServer();
    const hook = await openHook(world);
    await hook.configure({ recoveries: "fix" });
    const answers: Answer[] = [];
    for (let round = 0; round < 4; round++) {
      const sent = Array.from({ length: 24 }, (_, i) =>
        hook.deliver(i % 2 === 0 ? ALERT : RECOVERY, {}, i % 3 === 0 ? other : world.address),
      );
      answers.push(...(await Promise.all(sent)));
    }
    const { raised = 0, fixed = 0, duplicate = 0, ignored = 0, in_progress = 0, ...rest } = outcomes(answers);
    expect(rest).toEqual({});
    expect(raised + fixed + duplicate + ignored + in_progress).toBe(answers.length);
    expect(raised).toBeGreaterThan(0);
    const issues = await hook.issues();
    expect(issues).toHaveLength(raised);
    expect(issues.filter(({ status }) => status === "fixed")).toHaveLength(fixed);
    expect(raised - fixed).toBeLessThanOrEqual(1);
    const ids = answers.filter(({ body }) => body.fixed === true).map(({ body }) => body.issue.id);
    expect(new Set(ids).size).toBe(ids.length);
    const counted = issues.reduce((sum, { webhook }) => sum + webhook!.deliveries, 0);
    expect(counted).toBe(raised + fixed + duplicate);
    expect(await world.problems()).toEqual([]);
  });

  test("a recovery that comes twice at the same moment fixes once", async () => {
    const hook = await openHook(world);
    await hook.configure({ recoveries: "fix" });
    const { id } = await hook.raised(ALERT);
    const answers = await Promise.all(Array.from({ length: 10 }, () => hook.deliver(RECOVERY)));
    const { fixed, ignored = 0, in_progress = 0, ...rest } = outcomes(answers);
    expect([fixed, ignored + in_progress, rest]).toEqual([1, 9, {}]);
    expect((await issueClient.history(id)).map(({ kind: what }) => what)).toEqual(["fixed", "raised"]);
    expect(await world.problems()).toEqual([]);
  });

  test("a recovery that meets a person's fix changes nothing more: one fix, one notification", async () => {
    const receiver = await openReceiver();
    onTestFinished(() => receiver.close());
    const app = await notifiedApp(world, receiver.url);
    await dataOf(world, "PATCH", `/apps/${app.id}/webhook`, { recoveries: "fix" });
    const path = new URL((await dataOf(world, "GET", `/apps/${app.id}/webhook`)).url).pathname;
    const headers = { "content-type": "application/json", ...signed(app.secret, RECOVERY) };
    const recover = () => fetch(world.address + path, { method: "POST", headers, body: JSON.stringify(RECOVERY) });
    const ids: string[] = [];
    for (let i = 0; i < 6; i++) {
      const { id } = await app.raise(ALERT);
      ids.push(id);
      const fix = () => ask(world, world.admin, "POST", `/issues/${id}/fix`);
      const [first, second] = await Promise.all(i % 2 === 0 ? [recover(), fix()] : [fix(), recover()]);
      expect([first.status, second.status]).toEqual([200, 200]);
      expect((await issueClient.history(id)).map(({ kind: what }) => what)).toEqual(["fixed", "raised"]);
    }
    const sent = await app.settled();
    expect(sent.map(({ body }) => body.issue.id).reverse()).toEqual(ids);
    expect(await world.problems()).toEqual([]);
  });

  test("whoever is told of fixes is told of this one, too, at once and signed: by the tool, and verified by nobody", async () => {
    const receiver = await openReceiver();
    onTestFinished(() => receiver.close());
    const app = await notifiedApp(world, receiver.url);
    await dataOf(world, "PATCH", `/apps/${app.id}/webhook`, { recoveries: "fix" });
    const path = new URL((await dataOf(world, "GET", `/apps/${app.id}/webhook`)).url).pathname;
    const { id } = await app.raise(ALERT);
    const deliver = () =>
      fetch(world.address + path, {
        method: "POST",
        headers: signed(app.secret, RECOVERY),
        body: JSON.stringify(RECOVERY),
      });
    for (let i = 0; i < 3; i++) expect((await deliver()).status).toBe(200);
    await app.settled();
    expect(receiver.arrivals.map(({ body }) => body)).toMatchObject([
      {
        event: "issue.fixed",
        issue: { id, external_id: "d-1", source: "probe", fixed_by: "probe via webhook", verified_by: null },
      },
    ]);
  });
});
