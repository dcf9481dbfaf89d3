// issue.fixed as the tool that reported an issue receives it: when, with which headers, and every field of its body.
import { verify } from "@octokit/webhooks-methods";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { issueClientOf, severalRepositories, TIMESTAMP } from "../../support/clients/issue-client.ts";
import { openReceiver, type Receiver } from "../../support/fake-tools/notify-receiver.ts";
import { type NotifiedApp, notifiedApp } from "../../support/samples/notified-app.ts";
import { DATABASES } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

const REPORTED = { external_id: "E-17", source: "Pager", link: "https://pager.example.com/17" };

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const issueClient = issueClientOf(world);
  let receiver: Receiver;
  let app: NotifiedApp;
  beforeAll(async () => {
    receiver = await openReceiver();
    app = await notifiedApp(world, receiver.url);
  });
  beforeEach(() => {
    receiver.arrivals = [];
  });
  afterAll(async () => {
    await receiver.close();
  });

  /** What has arrived, once nothing of the app is under way. */
  const arrived = async (one = app) => {
    await one.settled();
    return receiver.arrivals.filter(({ body }) => body.app.id === one.id);
  };

  /** The one that has arrived. */
  const onlyOne = async (one = app) => {
    const all = await arrived(one);
    expect(all).toHaveLength(1);
    return all[0]!;
  };

  test("a fix through the API sends the event with every field of the contract and nothing else", async () => {
    const raised = await app.raise(REPORTED);
    const issue = await issueClient.fix(raised.id);
    const { body } = await onlyOne();
    expect(body).toEqual({
      event: "issue.fixed",
      at: issue.fixed_at,
      app: { id: app.id, name: app.name },
      issue: {
        id: issue.id,
        code: expect.stringMatching(/^[A-Z]{2,5}-1$/),
        url: `${world.config.baseUrl}/issues/${issue.id}`,
        ...REPORTED,
        status: "fixed",
        fixed_by: "admin key via API",
        fixed_at: issue.fixed_at,
        verified_by: null,
        verified_at: null,
      },
    });
    expect(body.at).toMatch(TIMESTAMP);
  });

  test("it is a POST to the very URL, signed over the exact bytes, with the headers of the contract", async () => {
    await app.raiseAndFix({ title: "Ünïcode — 🔥", source: "Pägér" });
    const { method, path, headers, bytes } = await onlyOne();
    const { id, sent_at } = (await app.notifications())[0]!;
    expect([method, path]).toEqual(["POST", "/fixed?from=retest"]);
    expect(headers).toEqual({
      "content-type": "application/json",
      "x-service-event": "issue.fixed",
      "x-signature": expect.stringMatching(/^sha256=[0-9a-f]{64}$/),
      "webhook-id": id,
      "webhook-timestamp": expect.stringMatching(/^\d{10}$/),
      "webhook-signature": expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
      "user-agent": "Retest",
      "content-length": String(bytes.length),
      host: new URL(receiver.url).host,
      connection: expect.any(String),
    });
    expect(Math.abs(Number(headers["webhook-timestamp"]) - Date.parse(sent_at!) / 1_000)).toBeLessThan(3);
    const signature = headers["x-signature"] as string;
    expect(await verify(app.secret, bytes.toString("utf8"), signature)).toBe(true);
    expect(await verify(`${app.secret} `, bytes.toString("utf8"), signature)).toBe(false);
  });

  test("the library of Standard Webhooks verifies it with the secret in base64, and refuses another body or secret", async () => {
    await app.raiseAndFix({ title: "Ünïcode — 🔥" });
    const { headers, bytes, body } = await onlyOne();
    const library = new Webhook(Buffer.from(app.secret).toString("base64"));
    const sent = headers as Record<string, string>;
    expect(library.verify(bytes.toString(), sent)).toEqual(body);
    expect(() => library.verify(`${bytes} `, sent)).toThrow(WebhookVerificationError);
    const other = new Webhook(Buffer.from(`${app.secret}x`).toString("base64"));
    expect(() => other.verify(bytes.toString(), sent)).toThrow(WebhookVerificationError);
  });

  test("a secret in the form of Standard Webhooks is taken by their library as it stands", async () => {
    const standard = await notifiedApp(world, receiver.url);
    const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
    await standard.setSecret(secret);
    await standard.raiseAndFix();
    const { headers, bytes, body } = await onlyOne(standard);
    expect(new Webhook(secret).verify(bytes.toString(), headers as Record<string, string>)).toEqual(body);
    expect(await verify(secret, bytes.toString(), headers["x-signature"] as string)).toBe(true);
  });

  test("what the delivery did not say is null", async () => {
    await app.raiseAndFix();
    const { body } = await onlyOne();
    expect(body.issue).toMatchObject({ external_id: null, source: null, link: null });
  });

  test("a confirmed fix is told again, with who verified it and when; taking that back is not", async () => {
    const { id } = await app.raiseAndFix(REPORTED);
    const issue = await issueClient.confirm(id);
    await issueClient.confirm(id);
    await issueClient.confirm(id, { confirmed: false });
    const [fixed, verified, ...more] = await arrived();
    expect(more).toEqual([]);
    expect(verified!.body).toEqual({
      ...fixed!.body,
      at: issue.confirmed_fixed_at,
      issue: {
        ...fixed!.body.issue,
        verified_by: "tester key via API",
        verified_at: issue.confirmed_fixed_at,
      },
    });
    expect(verified!.headers["webhook-id"]).not.toBe(fixed!.headers["webhook-id"]);
    const kinds = (await app.notifications()).slice(0, 2).map((one) => [one.kind, one.issue_id, one.state]);
    expect(kinds).toEqual([
      ["verified", id, "delivered"],
      ["fixed", id, "delivered"],
    ]);
  });

  test("verified at once by many, it is told once", async () => {
    const { id } = await app.raiseAndFix();
    await Promise.all(Array.from({ length: 10 }, () => issueClient.confirm(id)));
    expect((await arrived()).map(({ body }) => body.issue.verified_by)).toEqual([null, "tester key via API"]);
  });

  test("fixing a fixed issue tells nothing; reopening and fixing again tells again", async () => {
    const { id } = await app.raiseAndFix();
    await issueClient.fix(id);
    expect(await arrived()).toHaveLength(1);
    await issueClient.reopen(id);
    await issueClient.reopen(id);
    await issueClient.edit(id, { text: "It broke again" });
    expect(await arrived()).toHaveLength(1);
    const issue = await issueClient.fix(id);
    expect((await arrived())[1]!.body.issue.fixed_at).toBe(issue.fixed_at);
  });

  test("an issue that did not come in by the webhook tells nobody", async () => {
    const before = await app.notifications();
    const { id } = await issueClient.raise(app, { check: undefined });
    await issueClient.fix(id);
    await issueClient.confirm(id);
    await issueClient.fix((await issueClient.raise(app)).id);
    await issueClient.record(app, "passed");
    expect(await app.notifications()).toEqual(before);
  });

  test("without a notify URL nothing is kept to be sent, not even for later", async () => {
    const other = await notifiedApp(world, receiver.url);
    await other.removeSecret();
    other.secret = "";
    await other.raiseAndFix();
    await other.setSecret("another secret");
    expect(await other.notifications()).toEqual([]);
  });

  test("an issue that is fixed platform by platform is told of once, when the last is fixed", async () => {
    const other = await notifiedApp(world, receiver.url, severalRepositories());
    const { id } = await other.raise();
    await issueClient.fix(id, { platforms: ["ios"] });
    await issueClient.fix(id, { platforms: ["android"] });
    expect(await other.notifications()).toEqual([]);
    const issue = await issueClient.fix(id, { platforms: ["web"] });
    expect(issue.status).toBe("fixed");
    await issueClient.fix(id, { platforms: ["web"] });
    expect((await arrived(other)).map(({ body }) => body.issue.fixed_at)).toEqual([issue.fixed_at]);
  });

  test("marking what is left as not applicable fixes a partly fixed issue, and that is told too", async () => {
    const other = await notifiedApp(world, receiver.url, severalRepositories());
    const issue = await other.raiseOnCheck();
    await issueClient.fix(issue.id, { platforms: ["ios"] });
    await issueClient.markNotApplicable(issue.check!.id, ["android", "web"]);
    const fixed = await issueClient.read(issue.id);
    const { body } = await onlyOne(other);
    expect(body.issue).toMatchObject({ id: issue.id, fixed_by: fixed.fixed_by, fixed_at: fixed.fixed_at });
  });

  test("an app that went back to testing still tells of fixes", async () => {
    const other = await notifiedApp(world, receiver.url);
    const { id } = await other.raise();
    await world.call(world.admin, "PATCH", `/apps/${other.id}`, { mode: "testing" });
    await issueClient.fix(id);
    expect(await arrived(other)).toHaveLength(1);
  });
});
