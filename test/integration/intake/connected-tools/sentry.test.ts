// What Sentry sends: each thing becomes what it means, once, and in the issue's own history.
import { describe, expect, test } from "vitest";
import { outcomeOf } from "../../../support/checks/route-table.ts";
import { issueClientOf } from "../../../support/clients/issue-client.ts";
import { behind } from "../../../support/database/direct-sql.ts";
import { openReceiver } from "../../../support/fake-tools/notify-receiver.ts";
import { type ConnectedApp, connectApp } from "../../../support/samples/connected-app.ts";
import { notifiedApp } from "../../../support/samples/notified-app.ts";
import { bodyOf } from "../../../support/samples/payload-samples.ts";
import { fromSentry, SENTRY_SECRET } from "../../../support/samples/signed-as-tool.ts";
import { DATABASES, type World } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const credentials = { client_secret: SENTRY_SECRET };
const CREATED = bodyOf("sentry-issue-created.json");
const RESOLVED = bodyOf("sentry-issue-resolved.json");
const METRIC = bodyOf("sentry-metric-alert.json");
// biome-ignore lint/suspicious/noExplicitAny: samples of every shape
type Sample = any;

/** A sample with its `action`, and with what `change` does to it. */
function like(sample: Buffer, action: string, change: (sample: Sample) => void = () => {}): string {
  const copy = JSON.parse(sample.toString());
  copy.action = action;
  change(copy);
  return JSON.stringify(copy);
}

const EVENT = JSON.stringify({
  action: "triggered",
  actor: { type: "application", id: "sentry", name: "Sentry" },
  data: {
    event: {
      event_id: "e4874d664c3540c1a32eab185f12c5ab",
      issue_id: "5566778899",
      issue_url: "https://sentry.io/api/0/organizations/harbor-labs/issues/5566778899/",
      web_url: "https://sentry.io/organizations/harbor-labs/issues/5566778899/events/e4874d66/",
      title: "ReferenceError: heck is not defined",
      culprit: "?(<anonymous>)",
      level: "error",
      platform: "javascript",
      contexts: { browser: { name: "Chrome", version: "75" }, os: { name: "Android", version: "14" } },
    },
    triggered_rule: "Very important alert",
  },
});

const OLD = {
  id: "27379932",
  project: "nimbus-web",
  project_slug: "nimbus-web",
  level: "warning",
  culprit: "raven.scripts.runner in main",
  message: "This is an example exception",
  url: "https://sentry.io/organizations/harbor-labs/issues/27379932/?referrer=webhooks_plugin",
  triggering_rules: [],
  event: { title: "Not this", event_id: "1" },
};

const PLATFORMS = ["ios", "android", "web"].map((code) => ({ code, label: code }));

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const open = (held: object = credentials, settings = {}) =>
    connectApp(world, "sentry", {
      app: { platforms: PLATFORMS },
      credentials: held as Record<string, unknown>,
      settings,
    });
  const say = (to: ConnectedApp, body: string | Buffer, resource = "issue", more = {}) =>
    to.say(body, fromSentry(body, resource, more));

  test("an issue that comes up is raised once, with its name and page in Sentry", async () => {
    const sentry = await open();
    const answer = await say(sentry, CREATED);
    expect(answer).toMatchObject({ status: 201, body: { issue: { code: expect.any(String) } } });
    const issues = await sentry.issues();
    expect(issues).toMatchObject([
      {
        id: answer.body.issue.id,
        text: "IllegalStateException: Notebook cursor already closed\n\ncom.harborlabs.nimbus.sync.CursorPool in acquire",
        via: "tracker",
        raised_by: "nimbus-android via Sentry",
        reporter: null,
        priority: "urgent",
        platforms: ["android"],
        tracker: { short_id: "NIMBUS-ANDROID-4K", url: "https://harbor-labs.sentry.io/issues/5566778899/" },
      },
    ]);
    expect(await say(sentry, CREATED)).toMatchObject({ status: 200, body: { duplicate: true } });
    expect(await say(sentry, EVENT, "event_alert")).toMatchObject({ status: 200, body: { duplicate: true } });
    expect(await sentry.issues()).toEqual(issues);
  });

  test("resolved there it is fixed here, unresolved it is open again, each once", async () => {
    const sentry = await open();
    const { id } = (await say(sentry, CREATED)).body.issue;
    const issueClient = issueClientOf(world);
    const fix = () => say(sentry, RESOLVED, "issue", { "request-id": "r1" });
    expect((await fix()).body).toMatchObject({ issues: [{ issue: { id }, outcome: "fixed" }] });
    expect(await issueClient.read(id)).toMatchObject({ status: "fixed", fixed_by: "Oren Vale via Sentry" });
    expect((await fix()).body.issues[0].outcome).toBe("seen");
    const back = like(CREATED, "unresolved", (sample) => (sample.data.issue.substatus = "regressed"));
    expect((await say(sentry, back, "issue", { "request-id": "r2" })).body.issues[0].outcome).toBe("reopened");
    expect((await fix()).body.issues[0].outcome).toBe("seen");
    expect(await issueClient.read(id)).toMatchObject({ status: "open" });
    expect((await say(sentry, back, "issue", { "request-id": "r3" })).body.issues[0].outcome).toBe("unchanged");
    const kinds = (await issueClient.history(id)).map((entry) => [entry.kind, entry.by]);
    expect(kinds).toEqual([
      ["reopened", "Sentry"],
      ["fixed", "Oren Vale via Sentry"],
      ["raised", "nimbus-android via Sentry"],
    ]);
  });

  test("what was fixed here and happens again is raised anew, and from then on meant", async () => {
    const sentry = await open();
    const first = (await say(sentry, CREATED)).body.issue.id;
    await issueClientOf(world).fix(first);
    const second = (await say(sentry, EVENT, "event_alert")).body.issue.id;
    expect(second).not.toBe(first);
    expect((await say(sentry, RESOLVED)).body.issues[0].issue.id).toBe(second);
  });

  test("that an issue came up is said once there: heard again after the fix it raises nothing", async () => {
    const sentry = await open();
    const { id } = (await say(sentry, CREATED)).body.issue;
    await say(sentry, RESOLVED);
    expect(await say(sentry, CREATED)).toMatchObject({ status: 200, body: { duplicate: true, issue: { id } } });
    expect(await sentry.issues()).toMatchObject([{ id, status: "fixed" }]);
  });

  test("what moved on before it was sent, and what nobody knows here, changes nothing", async () => {
    const sentry = await open();
    expect((await say(sentry, RESOLVED)).body.issues[0].outcome).toBe("unknown");
    const { id } = (await say(sentry, CREATED)).body.issue;
    expect((await say(sentry, like(CREATED, "resolved"))).body).toEqual({ ignored: "outdated" });
    expect((await say(sentry, like(RESOLVED, "unresolved"))).body).toEqual({ ignored: "outdated" });
    for (const action of ["assigned", "archived", "ignored", ""])
      expect((await say(sentry, like(RESOLVED, action))).body).toEqual({ ignored: "not_followed" });
    for (const resource of ["installation", "error", "comment", "seer", "preprod_artifact", "__proto__", "toString"])
      expect((await say(sentry, RESOLVED, resource)).body).toEqual({ ignored: "not_followed" });
    expect(await issueClientOf(world).read(id)).toMatchObject({ status: "open" });
    await expect.poll(async () => (await sentry.read()).heard?.outcome).toBe("not_followed");
  });

  test("an alert of an issue is raised with its rule, on the platform of the browser", async () => {
    const sentry = await open();
    await say(sentry, EVENT, "event_alert");
    expect(await sentry.issues()).toMatchObject([
      {
        text: "ReferenceError: heck is not defined\n\n?(<anonymous>)\n\nAlert: Very important alert",
        platforms: ["web"],
        priority: "high",
        raised_by: "Sentry",
        tracker: { short_id: "5566778899", url: expect.stringContaining("/events/e4874d66/") },
      },
    ]);
    expect((await say(sentry, RESOLVED)).body.issues[0].outcome).toBe("fixed");
  });

  test("a metric alert is raised by its number, worse or better it stays one, and resolved it is fixed", async () => {
    const sentry = await open();
    const answer = await say(sentry, METRIC, "metric_alert");
    expect(await issueClientOf(world).read(answer.body.issue.id)).toMatchObject({
      text: "Critical: Sync failures\n\n1200 events in the last 10 minutes",
      priority: "urgent",
      platforms: [],
      raised_by: "nimbus-android via Sentry",
      tracker: { short_id: "12", url: "https://harbor-labs.sentry.io/alerts/12/" },
    });
    expect((await say(sentry, like(METRIC, "warning"), "metric_alert")).body).toMatchObject({ duplicate: true });
    const sameNumber = like(CREATED, "created", (sample) => (sample.data.issue.id = "12"));
    expect((await say(sentry, sameNumber)).status).toBe(201);
    const over = await say(sentry, like(METRIC, "resolved"), "metric_alert");
    expect(over.body.issues).toMatchObject([{ issue: { id: answer.body.issue.id }, outcome: "fixed" }]);
    expect((await sentry.issues()).map(({ status }) => status).sort()).toEqual(["fixed", "open"]);
    expect((await issueClientOf(world).read(answer.body.issue.id)).fixed_by).toBe("Sentry");
  });

  test("without the header that names it a request is known by what it holds", async () => {
    const sentry = await open();
    const bare = async (body: string | Buffer) => {
      const { "sentry-hook-resource": _, ...headers } = fromSentry(body, "");
      return (await sentry.say(body, headers)).status;
    };
    expect([await bare(CREATED), await bare(EVENT), await bare(METRIC), await bare(RESOLVED)]).toEqual([
      201, 200, 201, 200,
    ]);
    expect((await sentry.issues()).map(({ status }) => status).sort()).toEqual(["fixed", "open"]);
  });

  test("the old hook is accepted unsigned while the connection holds no secret, and only raises", async () => {
    const sentry = await open({});
    const body = JSON.stringify(OLD);
    expect((await sentry.say(body)).status).toBe(201);
    expect((await sentry.say(body)).body.duplicate).toBe(true);
    expect(await sentry.issues()).toMatchObject([
      {
        text: "This is an example exception\n\nraven.scripts.runner in main",
        priority: "medium",
        raised_by: "nimbus-web via Sentry",
        tracker: { short_id: "27379932", url: OLD.url },
      },
    ]);
    const untitled = { ...OLD, id: 27379933, message: "", event: { title: "*fmt.wrapError: no such file" } };
    expect((await sentry.say(JSON.stringify(untitled))).status).toBe(201);
    expect((await sentry.issues())[0]!.text).toMatch(/^\*fmt\.wrapError: no such file\n/);
    const resolved = RESOLVED.toString().replace("5566778899", "27379932");
    expect(outcomeOf(await sentry.say(resolved))).toMatch(/^400/);
    expect(outcomeOf(await say(sentry, RESOLVED))).toBe("401 invalid_signature");
    await sentry.change({ credentials });
    expect(outcomeOf(await sentry.say(body))).toBe("401 invalid_signature");
    expect((await sentry.issues()).every(({ status }) => status === "open")).toBe(true);
  });

  test("the signature covers every byte", async () => {
    const sentry = await open();
    const good = fromSentry(CREATED, "issue");
    const signature = good["sentry-hook-signature"]!;
    for (const wrong of [
      "",
      signature.slice(1),
      `sha256=${signature}`,
      fromSentry(RESOLVED, "issue")["sentry-hook-signature"]!,
    ]) {
      const headers = { ...good, "sentry-hook-signature": wrong };
      expect(outcomeOf(await sentry.say(CREATED, headers))).toBe("401 invalid_signature");
    }
    expect(await sentry.issues()).toEqual([]);
  });

  test("on an app in testing mode nothing can be raised, and what was raised before is followed", async () => {
    const sentry = await open();
    await say(sentry, CREATED);
    await world.call(world.admin, "PATCH", `/apps/${sentry.app.id}`, { mode: "testing" });
    const other = like(CREATED, "created", (sample) => (sample.data.issue.id = "1"));
    expect(outcomeOf(await say(sentry, other))).toBe("409 not_live");
    await expect.poll(async () => (await sentry.read()).heard?.outcome).toBe("not_live");
    expect((await say(sentry, RESOLVED)).body.issues[0].outcome).toBe("fixed");
  });

  test("where Sentry says nothing that is understood the connection's defaults apply", async () => {
    const sentry = await open(credentials, { default_platforms: ["ios"], default_priority: "low" });
    const vague = like(CREATED, "created", ({ data: { issue } }) => {
      Object.assign(issue, { level: "sample", priority: null, web_url: "javascript:alert(1)", permalink: null });
      issue.project.platform = "java";
    });
    await say(sentry, vague);
    expect(await sentry.issues()).toMatchObject([{ platforms: ["ios"], priority: "low", tracker: null }]);
  });

  test("requests about one issue at once, on two servers, raise it once and fix it once", async () => {
    const sentry = await open();
    const other = await world.anotherServer();
    const at = [world.address, other];
    const burst = (body: string | Buffer, resource: string) =>
      Promise.all(Array.from({ length: 8 }, (_, i) => sentry.say(body, fromSentry(body, resource), at[i % 2])));
    const answers = [...(await burst(CREATED, "issue")), ...(await burst(EVENT, "event_alert"))];
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const fixes = await burst(RESOLVED, "issue");
    expect(fixes.filter(({ body }) => body.issues[0].outcome === "fixed")).toHaveLength(1);
    expect(await sentry.issues()).toHaveLength(1);
    expect(await world.problems()).toEqual([]);
  });

  test("a fix by Sentry sends exactly one issue.fixed of an issue that came by the webhook", async () => {
    const receiver = await openReceiver();
    const app = await notifiedApp(world, receiver.url);
    const sentry = await connectApp(world, "sentry", { app: { id: app.id, name: app.name }, credentials });
    const { id } = (await say(sentry, CREATED)).body.issue;
    await asIfByWebhook(world, id);
    for (const requestId of ["a", "a", "b"]) await say(sentry, RESOLVED, "issue", { "request-id": requestId });
    await app.settled();
    expect(receiver.arrivals.map(({ body }) => [body.event, body.issue.id, body.issue.fixed_by])).toEqual([
      ["issue.fixed", id, "Oren Vale via Sentry"],
    ]);
    await receiver.close();
  });
});

function asIfByWebhook(world: World, id: string): Promise<unknown> {
  const webhook = '"webhook":{"source":"Pager","external_id":"P-1","link":null}';
  return behind(
    world,
    `update issue set document = replace(document, '"webhook":null', '${webhook}') where id = '${id}'`,
  );
}
