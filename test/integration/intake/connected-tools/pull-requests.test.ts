// A merged pull or merge request fixes the issues that it says it closes: once, and only where its repository is.
import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type ConnectionClient, connect } from "../../../support/clients/connection-client.ts";
import { issueClientOf, refused, severalRepositories } from "../../../support/clients/issue-client.ts";
import { payloadBytes } from "../../../support/clients/webhook-client.ts";
import { openReceiver } from "../../../support/fake-tools/notify-receiver.ts";
import { codedApp, sampleOf } from "../../../support/samples/coded-app.ts";
import { notifiedApp } from "../../../support/samples/notified-app.ts";
import { hubSigned } from "../../../support/samples/signed-as-tool.ts";
import { type Answer, DATABASES, type World } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const MERGED = "github-pr-merged.json";
// biome-ignore lint/suspicious/noExplicitAny: payloads of every shape
type Payload = any;

function deliver({ send, secret }: ConnectionClient, payload: Payload, event = "pull_request"): Promise<Answer> {
  return send(payload, { "x-github-event": event, ...hubSigned(secret, payload) });
}

/** The sample's pull request with another number, and this as its description. */
function pull(
  code: string,
  change: { number?: number; body?: string; repo?: string; base?: string; title?: string } = {},
): Payload {
  const payload = sampleOf(MERGED, code);
  const {
    number = 482,
    body = `Fixes ${code}`,
    repo = "harbor-labs/nimbus-ios",
    base = "main",
    title = "Guard",
  } = change;
  Object.assign(payload.pull_request, { number, body, title, html_url: `https://github.com/${repo}/pull/${number}` });
  payload.pull_request.head.ref = "topic";
  payload.pull_request.base.ref = base;
  payload.repository.full_name = repo;
  return payload;
}

describe.each(DATABASES)("on %s", (kind) => {
  const world: World = worldOf(kind);
  const issueClient = issueClientOf(world);
  const open = async (fields: Record<string, unknown> = {}, settings: Record<string, unknown> = {}) => {
    const app = await codedApp(world, fields);
    return { app, github: await connect(world, app.id, "github", { settings }) };
  };

  test("the sample's pull request fixes its issue, by its author", async () => {
    const { app, github } = await open();
    const { id, code } = await app.raise();
    const answer = await deliver(github, sampleOf(MERGED, code));
    expect(answer).toMatchObject({ status: 200, body: { issues: [{ outcome: "fixed", issue: { id, code } }] } });
    expect(await issueClient.read(id)).toMatchObject({
      status: "fixed",
      fixed_by: "oren-vale via pull request",
      fixed_on: [],
    });
    expect(await github.read()).toMatchObject({ heard: { outcome: "fixed" } });
  });

  test("the sample that was closed without being merged fixes nothing", async () => {
    const { app, github } = await open();
    const { id, code } = await app.raise();
    const answer = await deliver(github, sampleOf("github-pr-closed-unmerged.json", code));
    expect(answer).toMatchObject({ status: 200, body: { ignored: "not_merged" } });
    expect(await issueClient.read(id)).toMatchObject({ status: "open" });
  });

  test("GitLab's sample fixes its issue, by whoever merged it", async () => {
    const app = await codedApp(world);
    const gitlab = await connect(world, app.id, "gitlab");
    const { id, code } = await app.raise();
    const payload = sampleOf("gitlab-merge-request-merged.json", code);
    const headers = { "x-gitlab-event": "Merge Request Hook", "x-gitlab-token": gitlab.secret };
    expect(await gitlab.send(payload, headers)).toMatchObject({
      status: 200,
      body: { issues: [{ outcome: "fixed" }] },
    });
    expect(await issueClient.read(id)).toMatchObject({ status: "fixed", fixed_by: "mara via pull request" });
    expect(await gitlab.send(payload, headers)).toMatchObject({ body: { issues: [{ outcome: "seen" }] } });
  });

  test.each(["title", "body", "head"])("the code may stand in its %s", async (place) => {
    const { app, github } = await open();
    const { id, code } = await app.raise();
    const payload = pull(code, { body: "" });
    if (place === "head") payload.pull_request.head.ref = `fix/${code}-note-list`;
    else payload.pull_request[place] = `closes: ${code.toLowerCase()}`;
    await deliver(github, payload);
    expect(await issueClient.read(id)).toMatchObject({ status: "fixed" });
  });

  test("one pull request fixes several issues, and none of another app", async () => {
    const { app, github } = await open();
    const [one, two, three] = [await app.raise(), await app.raise(), await app.raise()];
    const other = await (await codedApp(world)).raise();
    const body = `Fixes ${one.code}, closes ${two.code}.\nFixes ${other.code}\nSee ${three.code}`;
    const answer = await deliver(github, pull(one.code, { body }));
    expect(answer.body.issues).toHaveLength(2);
    const states = await Promise.all(
      [one, two, three, other].map(async ({ id }) => (await issueClient.read(id)).status),
    );
    expect(states).toEqual(["fixed", "fixed", "open", "open"]);
  });

  test("only the default branch counts, and those that the settings name", async () => {
    const { app, github } = await open({}, { branches: ["release"] });
    const { id, code } = await app.raise();
    const elsewhere = await deliver(github, pull(code, { base: "topic" }));
    expect(elsewhere.body).toEqual({ ignored: "other_branch" });
    expect(await issueClient.read(id)).toMatchObject({ status: "open" });
    await deliver(github, pull(code, { base: "release" }));
    expect(await issueClient.read(id)).toMatchObject({ status: "fixed" });
  });

  test("the same pull request again changes nothing, also after the issue was opened again", async () => {
    const { app, github } = await open();
    const { id, code } = await app.raise();
    await deliver(github, pull(code));
    await issueClient.reopen(id);
    expect((await deliver(github, pull(code))).body).toMatchObject({ issues: [{ outcome: "seen" }] });
    expect(await issueClient.read(id)).toMatchObject({ status: "open" });
    await deliver(github, pull(code, { number: 483 }));
    expect(await issueClient.read(id)).toMatchObject({ status: "fixed" });
    expect((await issueClient.history(id)).filter((entry) => entry.kind === "fixed")).toHaveLength(2);
  });

  test("on an app of several repositories each fixes its own platforms", async () => {
    const { app, github } = await open(severalRepositories());
    const { id, code } = await app.raise();
    const first = pull(code, { repo: "Example/Mobile", number: 7 });
    expect((await deliver(github, first)).body).toMatchObject({ issues: [{ outcome: "partly_fixed" }] });
    const pull_request = { number: 7, url: "https://github.com/Example/Mobile/pull/7", repo: "Example/Mobile" };
    const partly = await issueClient.read(id);
    expect(partly).toMatchObject({ status: "open", still_open_on: ["web"] });
    expect(partly.fixed_on).toMatchObject(
      ["ios", "android"].map((platform) => ({ platform, fixed_by: "oren-vale via pull request", pull_request })),
    );
    await deliver(github, pull(code, { repo: "example/web", number: 7 }));
    expect(await issueClient.read(id)).toMatchObject({ status: "fixed", still_open_on: [] });
  });

  test("an app that names its repositories is fixed by no other, until it names that one and it is sent again", async () => {
    const { app, github } = await open({ repositories: [{ repo: "example/mobile", platforms: [] }] });
    const { id, code } = await app.raise();
    const answer = await deliver(github, pull(code));
    expect(answer.body).toMatchObject({ issues: [{ outcome: "other_repository" }] });
    expect(await issueClient.read(id)).toMatchObject({ status: "open" });
    const repositories = [{ repo: "https://github.com/harbor-labs/nimbus-ios.git", platforms: [] }];
    await world.call(world.admin, "PATCH", `/apps/${app.id}`, { repositories });
    await deliver(github, pull(code));
    expect(await issueClient.read(id)).toMatchObject({ status: "fixed" });
  });

  test("a signature that is missing or wrong is refused, and nothing is fixed", async () => {
    const { app, github } = await open();
    const { id, code } = await app.raise();
    const payload = pull(code);
    const event = { "x-github-event": "pull_request" };
    refused(await github.send(payload, event), 401, "invalid_signature");
    refused(await github.send(payload, { ...event, ...hubSigned("another", payload) }), 401, "invalid_signature");
    refused(
      await github.send(`${JSON.stringify(payload)} `, { ...event, ...hubSigned(github.secret, payload) }),
      401,
      "invalid_signature",
    );
    expect(await issueClient.read(id)).toMatchObject({ status: "open" });
    await expect.poll(async () => (await github.read()).heard?.outcome).toBe("invalid_signature");
  });

  test("a form is read as JSON is, and signed as it was sent", async () => {
    const { app, github } = await open();
    const { id, code } = await app.raise();
    const form = new URLSearchParams({ payload: JSON.stringify(pull(code)) }).toString();
    const type = { "content-type": "application/x-www-form-urlencoded", "x-github-event": "pull_request" };
    await github.send(form, { ...type, ...hubSigned(github.secret, form) });
    expect(await issueClient.read(id)).toMatchObject({ status: "fixed" });
  });

  test("other events are let pass: a ping, a push, one without a name", async () => {
    const { github } = await open();
    expect((await deliver(github, { zen: "Keep it logically awesome." }, "ping")).body).toEqual({ ignored: "ping" });
    expect((await deliver(github, { ref: "refs/heads/main" }, "push")).body).toEqual({ ignored: "other_event" });
    expect(await github.send("{}", hubSigned(github.secret, "{}"))).toMatchObject({ status: 200 });
  });

  test("GitLab's token is checked, and so is the signature of its newer webhooks", async () => {
    const key = Buffer.from("0123456789abcdef0123456789abcdef");
    const webhook_secret = `whsec_${key.toString("base64")}`;
    const app = await codedApp(world);
    const gitlab = await connect(world, app.id, "gitlab", { credentials: { webhook_secret } });
    const { id, code } = await app.raise();
    const payload = sampleOf("gitlab-merge-request-merged.json", code);
    const signed = (at: number) => {
      const stamp = String(Math.floor(at / 1_000));
      const text = Buffer.concat([Buffer.from(`msg_1.${stamp}.`), payloadBytes(payload)]);
      const digest = createHmac("sha256", key).update(text).digest("base64");
      return { "webhook-id": "msg_1", "webhook-timestamp": stamp, "webhook-signature": `v1,AAAA v1,${digest}` };
    };
    refused(await gitlab.send(payload), 401, "invalid_signature");
    refused(await gitlab.send(payload, { "x-gitlab-token": "another" }), 401, "invalid_signature");
    refused(await gitlab.send(payload, signed(Date.now() - 6 * 60_000)), 401, "invalid_signature");
    refused(await gitlab.send({ ...payload, more: 1 }, signed(Date.now())), 401, "invalid_signature");
    expect(await issueClient.read(id)).toMatchObject({ status: "open" });
    expect(await gitlab.send(payload, signed(Date.now()))).toMatchObject({ status: 200 });
    expect(await issueClient.read(id)).toMatchObject({ status: "fixed" });
  });

  test.each(["github", "gitlab"])("a fix by a merge at %s sends exactly one issue.fixed", async (tool) => {
    const receiver = await openReceiver();
    const app = await notifiedApp(world, receiver.url);
    const issue = await app.raise();
    const { prefix } = (await world.call(world.admin, "GET", `/apps/${app.id}`)).body.data;
    const connected = await connect(world, app.id, tool);
    const merge = sampleOf("gitlab-merge-request-merged.json", `${prefix}-1`);
    const send = () =>
      tool === "github"
        ? deliver(connected, pull(`${prefix}-1`))
        : connected.send(merge, { "x-gitlab-token": connected.secret });
    await Promise.all(Array.from({ length: 5 }, send));
    const by = tool === "github" ? "oren-vale via pull request" : "mara via pull request";
    expect(await issueClient.read(issue.id)).toMatchObject({ status: "fixed", fixed_by: by });
    expect(await app.settled()).toHaveLength(1);
    expect(receiver.arrivals.map(({ body }) => body.issue.fixed_by)).toEqual([by]);
    await receiver.close();
  });
});
