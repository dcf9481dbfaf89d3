// What is secret about a delivery is shown nowhere afterwards: neither the URL's token nor what its headers carried.
import { describe, expect, test } from "vitest";
import { dataOf } from "../../../support/checks/route-table.ts";
import { type Hook, openHook, post, signed } from "../../../support/clients/webhook-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const SECRET = "hunter2-signing";
/** Headers that tools prove themselves with, each with a value to look for. */
const HEADERS = {
  authorization: "Bearer hunter2-authorization",
  "proxy-authorization": "Basic hunter2-proxy",
  cookie: "session=hunter2-cookie",
  "x-gitlab-token": "hunter2-gitlab",
  "x-api-key": "hunter2-api-key",
  "x-hook-secret": "hunter2-hook",
  "x-hub-signature-256": "sha256=hunter2-hub",
  "x-auth-token": "hunter2-auth",
  "x-functions-key": "hunter2-function",
  "x-amz-credential": "hunter2-credential",
  "x-pass": "hunter2-pass",
  "x-jwt": "hunter2-jwt",
  "x-password-event": "hunter2-event",
  "x-my-own": "hunter2-own",
  "x-original-uri": "/?code=hunter2-uri",
  referer: "https://tool.example/?pw=hunter2-referer",
};
/** Headers that say nothing secret, and help to find out what a tool does. */
const SHOWN = {
  "user-agent": "Tool/1.0",
  "x-github-event": "issues",
  "x-request-id": "r-1",
  "sentry-hook-resource": "x",
};

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { webhookRate: 0 });

  /** All that the service shows of an app's deliveries, entry by entry. */
  const shown = async (hook: Hook, count: number) => {
    const log = await hook.log(count);
    return [log, ...(await Promise.all(log.map(({ id }) => hook.entry(id)))), await hook.issues()];
  };

  test("headers that carry secrets are named and not shown, in accepted deliveries and in refused ones", async () => {
    const hook = await openHook(world);
    await hook.setSecret(SECRET);
    const body = { title: "T" };
    const answers = [
      await hook.deliver(body, { ...HEADERS, ...SHOWN, ...signed(SECRET, body) }),
      await hook.deliver(body, HEADERS),
      await hook.deliver("no JSON", { ...HEADERS, ...signed(SECRET, "no JSON") }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 401, 400]);
    const text = JSON.stringify([await shown(hook, 3), answers.map(({ body: answer }) => answer)]);
    expect(text).not.toContain("hunter2");
    expect(text).not.toContain(signed(SECRET, body)["x-signature"]!.slice(7));
    for (const name of Object.keys(HEADERS)) expect(text).toContain(`"${name}"`);
    const [raised] = (await hook.log(3)).filter(({ status }) => status === 201);
    expect((await hook.entry(raised.id)).headers).toMatchObject(SHOWN);
  });

  test("large secret headers don't crowd out the others", async () => {
    const hook = await openHook(world);
    await hook.deliver({ title: "T" }, { authorization: `Bearer ${"x".repeat(6_000)}`, "user-agent": "Tool/1.0" });
    const [{ id }] = await hook.log(1);
    expect((await hook.entry(id)).headers).toMatchObject({ authorization: "…", "user-agent": "Tool/1.0" });
  });

  test("the token is shown nowhere, wherever it was sent along", async () => {
    const hook = await openHook(world);
    const url = `${world.config.baseUrl}${hook.path}`;
    const headers = {
      referer: url,
      "x-original-uri": hook.path,
      "x-forwarded-url": `${url}?x=1`,
      "x-note": hook.token,
    };
    const bodies = [
      { title: "T", note: url },
      { note: hook.token },
      `no JSON ${url}`,
      Buffer.concat([Buffer.from(`\xff ${hook.token} `, "latin1"), Buffer.from([0])]),
      `${hook.token}`.repeat(30_000),
    ];
    const answers = [];
    for (const body of bodies) answers.push(await hook.deliver(body, headers));
    expect(answers.map(({ status }) => status)).toEqual([201, 400, 400, 400, 413]);
    const all = (await shown(hook, bodies.length)).flat();
    const decoded = all.filter(({ encoding }) => encoding === "base64").map(({ body }) => Buffer.from(body, "base64"));
    expect(decoded).toHaveLength(1);
    for (const text of [JSON.stringify(all), JSON.stringify(answers), decoded[0]!.toString("latin1")]) {
      expect(text).not.toContain(hook.token);
    }
  });

  test("a payload's copy of the webhook's own URL shows no token in the issue, its log or a preview", async () => {
    const hook = await openHook(world);
    const url = `${world.config.baseUrl}${hook.path}`;
    const payload = {
      title: `Sent to ${url}`,
      description: `${hook.token} and ${url}?x=1`,
      ...{ url, link: url, source: hook.token, external_id: url, reporter: { name: hook.token } },
    };
    const issue = await hook.raised(payload);
    expect(issue.text).toContain(`${world.config.baseUrl}/api/integrations/webhook/…`);
    expect(await hook.duplicated(payload)).toBe(issue.id);
    const form = new URLSearchParams({ title: `Form ${url}`, url });
    await hook.raised(form.toString(), { "content-type": "application/x-www-form-urlencoded" });
    const preview = `/apps/${hook.app.id}/webhook/preview`;
    const previews = [payload, JSON.stringify(payload)].map((tried) =>
      dataOf(world, "POST", preview, { payload: tried }),
    );
    const all = JSON.stringify([await shown(hook, 3), await Promise.all(previews), await hook.issues()]);
    expect(all).not.toContain(hook.token);
    const { id } = (await hook.log(3)).at(-1);
    expect(await hook.replay(id)).toMatchObject({ status: 200 });
  });

  test("no answer of the webhook repeats the token", async () => {
    const hook = await openHook(world);
    const url = world.address + hook.path;
    await hook.configure({ enabled: false });
    const texts = [
      JSON.stringify((await post(url, { title: hook.token })).body),
      await (await fetch(url)).text(),
      await (await fetch(`${url}/more`, { method: "POST", body: "{}" })).text(),
      await (await fetch(`${url}%zz`, { method: "POST", body: "{}" })).text(),
    ];
    for (const text of texts) expect(text).not.toContain(hook.token);
  });

  test("the configuration shows that there is a secret, never which", async () => {
    const hook = await openHook(world);
    await hook.setSecret(SECRET);
    const base = `/apps/${hook.app.id}`;
    const answers = [await hook.config(), await hook.configure({ enabled: true }), await dataOf(world, "GET", base)];
    expect(answers[0]).toMatchObject({ has_secret: true });
    expect(JSON.stringify(answers)).not.toContain(SECRET);
  });
});

describe.each(DATABASES)("on %s, when no bodies are kept", (kind) => {
  const world = worldOf(kind, { deliveryDays: 0 });

  test("the log has every delivery with its answer, without headers and body, and none can be replayed", async () => {
    const hook = await openHook(world);
    await hook.raised({ title: "Private words" }, { "x-tool": "Private tool" });
    await hook.deliver("Private noise");
    await hook.deliver(" ".repeat(1_048_577));
    const log = await hook.log(3);
    expect(log.map(({ status }) => status).sort()).toEqual([201, 400, 413]);
    for (const { id } of log) {
      const entry = await hook.entry(id);
      expect(entry).toMatchObject({ headers: {}, encoding: "none", body: null });
      expect(JSON.stringify(entry)).not.toContain("Private");
      const replay = await world.call(world.admin, "POST", `/apps/${hook.app.id}/webhook/deliveries/${id}/replay`);
      expect(replay.status).toBe(404);
    }
    expect(await hook.issues()).toHaveLength(1);
  });
});
