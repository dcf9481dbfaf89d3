// Slack and Teams are told what happens to issues, in messages that they take and in which nothing is markup but our own.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { issueClientOf } from "../../support/clients/issue-client.ts";
import { openHook } from "../../support/clients/webhook-client.ts";
import type { Receiver } from "../../support/fake-tools/notify-receiver.ts";
import { openSlack, type SlackStandIn } from "../../support/fake-tools/slack.ts";
import { openTeams, type TeamsStandIn } from "../../support/fake-tools/teams.ts";
import { connectApp } from "../../support/samples/connected-app.ts";
import { bodyOf } from "../../support/samples/payload-samples.ts";
import { fromSentry, fromSlack, SENTRY_SECRET, SLACK_SECRET, slash } from "../../support/samples/signed-as-tool.ts";
import { DATABASES } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

const HOSTILE = [
  "<!channel> @here <@U1|ann> <#C1|x> <https://evil.example|click> https://evil.example",
  "*bold* _it_ ~gone~ `code` ```block``` [x](javascript:alert(1)) ![i](https://evil.example/i.png) # H",
  "</p><script>alert(1)</script> &lt;!here&gt; &amp; {{DATE(1)}} \\*\\\\ - 1. + > quote\n- item\n1. one\u0000\u202e😀",
];

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const issueClient = issueClientOf(world);
  let slack: SlackStandIn;
  let teams: TeamsStandIn;
  beforeAll(async () => {
    [slack, teams] = [await openSlack(), await openTeams()];
  });
  afterAll(() => Promise.all([slack.receiver.close(), teams.receiver.close()]));

  const open = async (fields: object = {}) => {
    const hook = await openHook(world, fields as Record<string, unknown>);
    const { app } = hook;
    const toSlack = await connectApp(world, "slack", {
      app,
      credentials: { webhook_url: slack.url, signing_secret: SLACK_SECRET },
    });
    const toTeams = await connectApp(world, "teams", { app, credentials: { workflow_url: teams.url } });
    for (const list of [slack.messages, teams.cards, slack.receiver.arrivals, teams.receiver.arrivals]) list.length = 0;
    const settled = async () => [...(await toSlack.settled()), ...(await toTeams.settled())];
    return { hook, app, toSlack, toTeams, settled };
  };

  test("an issue's life is told in messages that Slack and Teams accept", async () => {
    const { hook, app, settled } = await open({ name: `Nimbus Notes ${kind}` });
    const link = "https://pager.example/p?a=1&b=2";
    const payload = {
      title: "Note list crashes",
      description: "Every time",
      priority: "urgent",
      platforms: "ios",
      link,
    };
    const issue = await hook.raised({ ...payload, reporter: { name: "Mara" } });
    await issueClient.fix(issue.id);
    await issueClient.reopen(issue.id);
    await issueClient.fix(issue.id);
    await issueClient.confirm(issue.id);
    expect(new Set((await settled()).map(({ state, outcome }) => `${state} ${outcome}`))).toEqual(
      new Set(["delivered delivered"]),
    );
    const { data } = (await world.call(world.viewer, "GET", `/issues?app=${app.id}&status=all`)).body;
    expect(data).toHaveLength(1);
    const url = `${world.config.baseUrl}/issues/${issue.id}`;
    const code = /\|([A-Z]+-1)>/.exec(JSON.stringify(slack.messages[0]))![1]!;
    expect(slack.messages).toHaveLength(5);
    expect(slack.messages[0]).toMatchObject({
      text: `${code} raised: Note list crashes`,
      blocks: [
        { type: "section", text: { text: `*<${url}|${code}>* raised` } },
        { type: "section", text: { type: "plain_text", text: "Note list crashes\n\nEvery time" } },
        {
          type: "context",
          elements: [
            { type: "plain_text", text: `Raised by Mara via webhook · Nimbus Notes ${kind} · iOS · urgent` },
            { text: "<https://pager.example/p?a=1&amp;b=2|Where it was reported>" },
          ],
        },
      ],
    });
    expect(slack.messages.map(({ text }) => text)).toEqual([
      `${code} raised: Note list crashes`,
      `${code} fixed, needs a retest: Note list crashes`,
      `${code} reopened: Note list crashes`,
      `${code} fixed, needs a retest: Note list crashes`,
      `${code} confirmed fixed: Note list crashes`,
    ]);
    expect(JSON.stringify(slack.messages[1])).toContain("Fixed by admin key via API");
    expect(teams.cards).toHaveLength(5);
    expect(teams.cards[1]).toMatchObject({
      body: [
        { text: `${code} fixed, needs a retest` },
        { inlines: [{ text: "Note list crashes" }] },
        {
          facts: [
            { title: "Fixed by", value: "admin key via API" },
            { title: "App", value: `Nimbus Notes ${kind}` },
            { title: "Platforms", value: "iOS" },
            { title: "Priority", value: "urgent" },
          ],
        },
      ],
      actions: [
        { title: "Open issue", url },
        { title: "Where it was reported", url: link },
      ],
    });
  });

  test.each(HOSTILE)("whatever an issue and its names hold stays text: %j", async (text) => {
    const name = text.replaceAll("\u0000", "").slice(0, 100);
    const { app, settled } = await open({ name, platforms: [{ code: "p", label: name }] });
    await issueClient.raise(app, { check: undefined, text, reporter: { name } });
    await issueClient.raise(app, { check: undefined, text: `${"😀&<>*".repeat(799)}`, reporter: { name } });
    const { data } = (await world.call(world.viewer, "GET", `/issues?app=${app.id}`)).body;
    await issueClient.fix(data[0].id);
    expect(new Set((await settled()).map(({ outcome }) => outcome))).toEqual(new Set(["delivered"]));
    expect([slack.messages.length, teams.cards.length]).toEqual([3, 3]);
    const marks = slack.messages.flatMap(({ blocks }) => blocks).filter(({ type }) => type === "section");
    expect(JSON.stringify(marks)).not.toContain("<!");
    expect(teams.cards[0]!.body[1].inlines[0].text).toBe(text.replaceAll("\u0000", "").trim());
  });

  test("a test says that it is one and links nowhere", async () => {
    const { toSlack, toTeams, settled } = await open();
    await toSlack.test();
    await toTeams.test();
    await settled();
    expect(slack.messages).toMatchObject([{ text: "A test from Retest" }]);
    expect(JSON.stringify(slack.messages)).not.toContain("iss_sample");
    expect(teams.cards).toMatchObject([{ actions: [] }]);
  });

  test("what came from Slack is told to Teams and not back to Slack; what Sentry fixes is told to both, once", async () => {
    const { app, toSlack, toTeams, settled } = await open();
    const body = slash("Raised in Slack");
    await toSlack.say(body, fromSlack(body));
    await settled();
    expect([slack.messages.length, teams.cards.length]).toEqual([0, 1]);
    const sentry = await connectApp(world, "sentry", { app, credentials: { client_secret: SENTRY_SECRET } });
    for (const file of ["sentry-issue-created.json", "sentry-issue-resolved.json", "sentry-issue-resolved.json"])
      await sentry.say(bodyOf(file), fromSentry(bodyOf(file), "issue"));
    const forwards = await settled();
    expect(forwards.map(({ kind: what }) => what).sort()).toEqual(["fixed", "fixed", "raised", "raised", "raised"]);
    expect(slack.messages.map(({ text }) => text.split(" ")[1])).toEqual(["raised:", "fixed,"]);
    expect(JSON.stringify(slack.messages[1])).toContain("Fixed by Oren Vale via Sentry");
    expect(await toTeams.read()).toMatchObject({ sent: { outcome: "delivered" } });
  });

  type Answering = Parameters<Receiver["behave"]>[0];
  const answers: [sentence: string, answer: Answering, state: string, outcome: string][] = [
    ["asks to wait", (r) => r.writeHead(429, { "retry-after": "1" }).end(), "active", "http_429"],
    ["fails", (r) => r.writeHead(500).end("rollup_error"), "active", "http_500"],
    ["talks nonsense", (r) => r.socket!.end("HTTP/9 garbage\r\n\r\n"), "active", "bad_answer"],
    ["hangs up", (r) => r.socket!.destroy(), "active", "reset"],
    ["never answers", () => {}, "active", "timeout"],
    ["sends elsewhere", (r) => r.writeHead(302, { location: "/" }).end(), "paused", "http_302"],
    ["is gone", (r) => r.writeHead(410).end("channel_is_archived"), "paused", "http_410"],
    ["knows no such address", (r) => r.writeHead(404).end("no_service"), "paused", "http_404"],
  ];
  test.each(answers)("a tool that %s is told later", async (_, answer, state, outcome) => {
    const own = [await openSlack(), await openTeams()] as const;
    const app = await world.app({ mode: "live" });
    const connections = [
      await connectApp(world, "slack", { app, credentials: { webhook_url: own[0].url } }),
      await connectApp(world, "teams", { app, credentials: { workflow_url: own[1].url } }),
    ];
    for (const { receiver } of own) receiver.behave(answer);
    await issueClient.raise(app, { check: undefined });
    for (const connection of connections) {
      await expect.poll(async () => (await connection.read()).sent?.outcome).toBe(outcome);
      expect(await connection.read()).toMatchObject({ state, failures: 1 });
      const forwards = await connection.forwards();
      expect(forwards).toMatchObject([{ kind: "raised", state: "pending" }]);
      expect(JSON.stringify(forwards)).not.toMatch(/services|sig=/);
    }
    await Promise.all(own.map(({ receiver }) => receiver.close()));
  });
});
