// What people do in Slack: slash commands and the shortcut on messages, each answered in words that they can act on.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { issueClientOf } from "../../../support/clients/issue-client.ts";
import { setPlan } from "../../../support/clients/webhook-client.ts";
import { openReceiver, type Receiver } from "../../../support/fake-tools/notify-receiver.ts";
import { type ConnectedApp, connectApp } from "../../../support/samples/connected-app.ts";
import { bodyOf } from "../../../support/samples/payload-samples.ts";
import { fromSlack, interaction, SLACK_SECRET, slash } from "../../../support/samples/signed-as-tool.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const credentials = { signing_secret: SLACK_SECRET };

/** A message on which somebody uses the shortcut. */
function used(message: object, responseUrl: string, more: object = {}) {
  const { ts = "1772439200.000400" } = message as { ts?: string };
  return interaction({
    type: "message_action",
    callback_id: "raise_issue",
    team: { id: "T1", domain: "harbor-labs" },
    user: { id: "U1", username: "mara", name: "mara" },
    channel: { id: "C1", name: "qa" },
    message_ts: ts,
    message: { ts, ...message },
    response_url: responseUrl,
    ...more,
  });
}

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { freePlanIssues: 0 });
  let slack: ConnectedApp;
  let other: ConnectedApp;
  beforeAll(async () => {
    slack = await connectApp(world, "slack", { app: { name: `Nimbus ${kind}` }, credentials });
    const settings = { default_platforms: ["android"], default_priority: "low" };
    other = await connectApp(world, "slack", { app: { name: `Nimbus ${kind} Pro` }, credentials, settings });
    await slack.change({ settings: { apps: [other.app.name] } });
  });
  const say = (body: string | Buffer, to = slack) => to.say(body, fromSlack(body));
  const said = async (text: string, to = slack) => (await say(slash(text), to)).body;
  const only = { response_type: "ephemeral", text: expect.any(String) };

  test("the sample of a slash command raises an issue by its user, and the channel sees it", async () => {
    const answer = await say(bodyOf("slack-slash.txt"));
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    const [issue] = await slack.issues();
    expect(issue).toMatchObject({
      text: "Export button does nothing on iOS #high",
      via: "chat_a",
      raised_by: "mara via Slack",
      reporter: { name: "mara" },
      priority: null,
      platforms: [],
    });
    const { body } = await world.call(world.viewer, "GET", `/issues/${issue!.id}`);
    expect(answer.body.response_type).toBe("in_channel");
    expect(answer.body.text).toContain(`<${world.config.baseUrl}/issues/${body.data.id}|`);
    await expect.poll(async () => (await slack.read()).heard?.outcome).toBe("raised");
  });

  test.each(["", "  ", "help", "HELP", "?"])("%j is answered with help for whoever asked", async (text) => {
    const before = (await slack.issues()).length;
    const answer = await said(text);
    expect(answer).toEqual(only);
    expect(answer.text).toContain(`/retest Nimbus ${kind} Pro: `);
    expect(answer.text).toContain(`Connected here: Nimbus ${kind}, Nimbus ${kind} Pro.`);
    expect(await slack.issues()).toHaveLength(before);
  });

  test("an app is named in front, in any letters, the longest name first, with the defaults of its own connection", async () => {
    expect((await said(`nimbus ${kind} PRO: Login fails`)).text).toContain(`on Nimbus ${kind} Pro.`);
    expect((await other.issues())[0]).toMatchObject({ text: "Login fails", platforms: ["android"], priority: "low" });
    expect((await said(`NIMBUS ${kind} : Logout fails`)).text).toContain(`on Nimbus ${kind}.`);
    expect((await slack.issues())[0]).toMatchObject({ text: "Logout fails", platforms: [] });
    await expect.poll(async () => (await other.read()).heard?.outcome).toBe("raised");
  });

  test("of apps whose names differ in capitals only the one is meant that was written", async () => {
    const secret = "of a Slack of its own";
    for (const name of [`tide ${kind}`, `TIDE ${kind}`, `Tide ${kind}`]) {
      const app = await connectApp(world, "slack", { app: { name }, credentials: { signing_secret: secret } });
      const body = slash(`${name}: Login fails`);
      expect((await app.say(body, fromSlack(body, Date.now(), secret))).body.text).toContain(`on ${name}.`);
      expect(await app.issues()).toHaveLength(1);
    }
  });

  test("what is no app's name is part of what is wrong", async () => {
    for (const text of ["Login: fails", `Nimbus ${kind} Pros: fail`, `Nimbus ${kind} :smile: breaks`, "a / b: c"]) {
      expect((await said(text)).response_type).toBe("in_channel");
      expect((await slack.issues())[0]!.text).toBe(text);
    }
    expect((await said(`Nimbus ${kind} Pro`)).text).toContain("Say what is wrong after the name");
    expect((await said(`Nimbus ${kind} Pro:  `)).response_type).toBe("ephemeral");
  });

  test("apps of a Slack that is known by another secret can't be named", async () => {
    const stranger = await connectApp(world, "slack", { credentials: { signing_secret: "another secret" } });
    expect((await said(`${stranger.app.name}: x`)).text).toContain(`on Nimbus ${kind}.`);
    expect(await stranger.issues()).toEqual([]);
  });

  test("an app that shares the secret and is not listed can't be named, and its name is nowhere", async () => {
    const quiet = await connectApp(world, "slack", { app: { name: `Quiet ${kind}` }, credentials });
    expect((await said(`Quiet ${kind}: x`)).text).toContain(`on Nimbus ${kind}.`);
    expect((await slack.issues())[0]!.text).toBe(`Quiet ${kind}: x`);
    expect(await quiet.issues()).toEqual([]);
    expect((await said("help")).text).not.toContain("Quiet");
    // The list that another app gives doesn't name it, either.
    expect((await said("help", other)).text).toContain(`Connected here: Nimbus ${kind} Pro.`);
  });

  test("only apps that one reaches can be listed, and who does not reach them is not shown them", async () => {
    const far = await connectApp(world, "slack", { app: { name: `Far ${kind}` }, credentials });
    const near = await connectApp(world, "slack", { app: { name: `Near ${kind}` }, credentials });
    const scoped = await world.key("admin", [near.app.id]);
    const path = `/apps/${near.app.id}/connections/${near.id}`;
    for (const apps of [[`Far ${kind}`], [far.app.id], ["no such app"]]) {
      const answer = await world.call(scoped, "PATCH", path, { settings: { apps } });
      expect(answer.body.error).toMatchObject({
        code: "invalid_request",
        message: expect.stringContaining("settings.apps"),
      });
      const added = await world.call(scoped, "POST", `/apps/${near.app.id}/connections`, {
        tool: "slack",
        settings: { apps },
      });
      expect(added.status).toBe(400);
    }
    expect((await said(`Far ${kind}: x`, near)).text).toContain(`on Near ${kind}.`);
    expect((await near.change({ settings: { apps: [far.app.id, `Far ${kind}`] } })).settings.apps).toEqual([
      `Far ${kind}`,
    ]);
    expect((await world.call(scoped, "GET", path)).body.data.settings.apps).toEqual([]);
    expect((await said(`Far ${kind}: x`, near)).text).toContain(`on Far ${kind}.`);
  });

  test("an app in testing mode needs the check, by ref or exact title, and says so", async () => {
    const testing = await connectApp(world, "slack", { app: { mode: "testing" }, credentials });
    const { name } = testing.app;
    await slack.change({ settings: { apps: [other.app.id, testing.app.id] } });
    const refusal = await said("Login fails", testing);
    expect(refusal).toEqual(only);
    expect(refusal.text).toContain(`\`/retest ${name} / CHECK-1: `);
    expect((await said(`${name} / NOPE-1: Login fails`)).text).toContain("has no check `NOPE-1`");
    expect(await testing.issues()).toEqual([]);
    await expect.poll(async () => (await testing.read()).heard?.outcome).toBe("not_found");
    for (const check of ["SIGN-1", "Wallet"])
      expect((await said(`${name} / ${check}: Fails`)).response_type).toBe("in_channel");
    const issues = await testing.issues();
    expect(issues.map(({ check, text }) => [check!.ref, text])).toEqual([
      ["SIGN-2", "Fails"],
      ["SIGN-1", "Fails"],
    ]);
    expect(await issueClientOf(world).statuses(testing.app)).toEqual({ ios: "failed", android: "failed" });
  });

  test("Slack's own writing of mentions, links and special characters is made plain", async () => {
    await said("<@U1|ann> in <#C1|qa>: a &lt; b &amp;&amp; c, see <https://x.example/a?b=1&amp;c|the log> <!here>");
    expect((await slack.issues())[0]!.text).toBe(
      "@ann in #qa: a < b && c, see the log (https://x.example/a?b=1&c) @here",
    );
  });

  test("a used-up allowance is told in words", async () => {
    await setPlan(world, "free");
    const answer = await said("One too many").finally(() => setPlan(world, "unlimited"));
    expect(answer).toEqual(only);
    expect(answer.text).toContain("allowance");
    await expect.poll(async () => (await slack.read()).heard?.outcome).toBe("limit_reached");
  });

  test("a text longer than an issue may be is cut", async () => {
    await said("y".repeat(6_000));
    expect((await slack.issues())[0]!.text).toBe(`${"y".repeat(3_999)}…`);
  });

  describe("the shortcut on a message", () => {
    let slackSide: Receiver;
    beforeAll(async () => {
      slackSide = await openReceiver();
      // A chat that works like Slack is answered where its incoming webhook is.
      await slack.change({ settings: { forward: [] }, credentials: { webhook_url: slackSide.url } });
    });
    afterAll(() => slackSide.close());
    afterEach(() => slackSide.arrivals.splice(0));
    const told = async () => {
      await expect.poll(() => slackSide.arrivals.length).toBe(1);
      const { headers, body } = slackSide.arrivals.splice(0)[0]!;
      expect(headers["content-type"]).toBe("application/json");
      return body;
    };

    test("the sample raises an issue by whoever used it", async () => {
      const answer = await say(bodyOf("slack-shortcut.txt"));
      expect(answer).toMatchObject({ status: 200, body: undefined });
      const [issue] = await slack.issues();
      expect(issue).toMatchObject({
        text: "Export button does nothing on iOS",
        via: "chat_a",
        raised_by: "mara via Slack",
      });
      const items = await world.call(world.viewer, "GET", `/issues/${issue!.id}/items`);
      expect(items.body.data).toMatchObject([
        {
          external_id: "C2147483705:1772439200.000400",
          url: "https://harbor-labs.slack.com/archives/C2147483705/p1772439200000400",
        },
      ]);
    });

    test("used twice on one message it raises one issue, and each time says which", async () => {
      const body = used({ text: "Twice" }, slackSide.url);
      await say(body);
      expect(await told()).toMatchObject({ response_type: "ephemeral", text: expect.stringMatching(/^Raised </) });
      const before = await slack.issues();
      await say(body);
      expect((await told()).text).toMatch(/^This is already <.*>/);
      expect(await slack.issues()).toEqual(before);
      await issueClientOf(world).fix(before[0]!.id);
      await say(body);
      expect((await told()).text).toMatch(/^Raised </);
    });

    test("a bot's message without text is read by its attachments, and one that says nothing raises nothing", async () => {
      const ts = "1772439201.000500";
      await say(used({ ts, bot_id: "B1", attachments: [{}, { fallback: "Build 7 failed" }] }, slackSide.url));
      expect((await slack.issues())[0]!.text).toBe("Build 7 failed");
      expect((await told()).text).toMatch(/^Raised/);
      const before = await slack.issues();
      await say(used({ ts: "1772439202.000500", bot_id: "B1" }, slackSide.url));
      expect((await told()).text).toContain("no text");
      expect(await slack.issues()).toEqual(before);
    });

    test("without a user the issue reads Slack, and without a usable address it is raised all the same", async () => {
      const ts = "1772439203.000500";
      const answer = await say(used({ ts, text: "Nobody" }, "http://10.0.0.1/inner", { user: null, team: null }));
      expect(answer.status).toBe(200);
      expect((await slack.issues())[0]).toMatchObject({ raised_by: "Slack", reporter: null });
    });

    test("an address that is neither Slack's nor the connection's own is never called, though notifications may go there", async () => {
      const inner = await openReceiver();
      await say(used({ ts: "1772439204.000500", text: "Elsewhere" }, inner.url));
      await say(used({ ts: "1772439205.000500", text: "Here" }, slackSide.url));
      expect((await told()).text).toMatch(/^Raised/);
      expect(inner.arrivals).toEqual([]);
      await inner.close();
    });

    test("other interactions are acknowledged", async () => {
      const before = await slack.issues();
      for (const type of ["shortcut", "block_actions", "view_submission", "view_closed"]) {
        expect(await say(interaction({ type, text: "x" }))).toMatchObject({ status: 200, body: undefined });
      }
      expect(await slack.issues()).toEqual(before);
    });
  });

  test("an unsigned look whether the address answers is answered, and raises nothing whatever else it holds", async () => {
    const before = await slack.issues();
    expect((await slack.say("ssl_check=1&token=x&text=Raise+me")).status).toBe(200);
    for (const body of ["text=ssl_check%3D1", "ssl_check=0&text=x", "ssl_check=1x&text=x", "text=x&payload={}"]) {
      expect((await slack.say(body)).body.error.code).toBe("invalid_signature");
    }
    expect(await slack.issues()).toEqual(before);
  });

  test("a wrong, missing or old signature is refused, and the connection says so", async () => {
    const body = slash("x");
    const good = fromSlack(body);
    const minutes = (n: number) => fromSlack(body, Date.now() + n * 60_000);
    for (const headers of [
      {},
      { ...good, "x-slack-signature": `${good["x-slack-signature"]!.slice(0, -1)}g` },
      { ...good, "x-slack-request-timestamp": "0" },
      fromSlack(slash("y")),
      fromSlack(body, Date.now(), "another"),
      minutes(-6),
      minutes(6),
    ]) {
      expect((await slack.say(body, headers)).body.error.code).toBe("invalid_signature");
    }
    await expect.poll(async () => (await slack.read()).heard?.outcome).toBe("invalid_signature");
    for (const near of [-4, 4]) expect((await slack.say(body, minutes(near))).status).toBe(200);
    const bare = await connectApp(world, "slack");
    expect((await bare.say(body, good)).body.error.code).toBe("invalid_signature");
  });
});
