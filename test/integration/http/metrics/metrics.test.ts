// /metrics: what is counted, that the text is what Prometheus reads, and who may see it.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Metrics } from "../../../../src/http/metrics/process-metrics.ts";
import { sign } from "../../../../src/lib/crypto/body-signature.ts";
import { newToken } from "../../../../src/lib/crypto/token.ts";
import type { Outage } from "../../../../src/lib/monitoring/outage.ts";
import { join, rowsOf, signIn } from "../../../support/clients/person-client.ts";
import { exchangeRaw } from "../../../support/clients/raw-socket.ts";
import { openHook } from "../../../support/clients/webhook-client.ts";
import { openReceiver, type Receiver } from "../../../support/fake-tools/notify-receiver.ts";
import { DATABASES, sampleApp } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const TOKEN = "a token for the metrics 42".replaceAll(" ", "-");
const PROMTOOL = ["/usr/bin/promtool", "/usr/local/bin/promtool"].find((path) => existsSync(path));
const LINE = /^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{([a-z_]+="([^"\\]|\\.)*",?)+\})? -?[0-9.e+-]+)$/;

describe.each(DATABASES)("on %s", (kind) => {
  const lines: string[] = [];
  const world = worldOf(kind, { metricsToken: TOKEN }, (line) => lines.push(line));
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await openReceiver();
  });
  afterAll(() => receiver.close());

  const scrape = async () => {
    const response = await fetch(`${world.address}/metrics`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    const text = await response.text();
    expect(
      text
        .trimEnd()
        .split("\n")
        .filter((line) => !LINE.test(line)),
    ).toEqual([]);
    return text;
  };
  const valueIn = (text: string, key: string) => {
    const line = text.split("\n").find((one) => one.startsWith(`${key} `));
    return line === undefined ? undefined : Number(line.slice(key.length + 1));
  };

  test("deliveries, dedupe hits and notifications are counted by what came of them, and apps by how they stand", async () => {
    const hook = await openHook(world, { name: 'The "Shop" \\' });
    await hook.setSecret("a signing secret that is long");
    await hook.configure({ notify_url: `${receiver.url}/fixed` });
    const deliver = (body: string, key = "a signing secret that is long") =>
      fetch(world.address + hook.path, {
        method: "POST",
        body,
        headers: { "x-signature": sign(key, Buffer.from(body)) },
      });
    expect((await deliver('{"title":"a","external_id":1}')).status).toBe(201);
    expect((await deliver('{"title":"a","external_id":1}')).status).toBe(200);
    expect((await deliver('{"title":"a","external_id":1}', "wrong")).status).toBe(401);
    expect((await deliver("{}")).status).toBe(400);
    expect((await fetch(`${world.address}${hook.path}x`, { method: "POST", body: "{}" })).status).toBe(404);
    const id = (await hook.issues())[0]!.id;
    const raise = async (check: string) =>
      (await world.call(world.tester, "POST", "/issues", { app: hook.app.id, check, text: "open" })).body.data.id;
    await raise("PAY-1");
    const fixed = await raise("SIGN-1");
    for (const one of [id, fixed]) await world.call(world.admin, "POST", `/issues/${one}/fix`);
    let text = "";
    await expect
      .poll(async () => {
        text = await scrape();
        return valueIn(text, 'retest_notifications_total{outcome="delivered"}');
      })
      .toBe(1);
    for (const [outcome, count] of Object.entries({
      raised: 1,
      duplicate: 1,
      invalid_signature: 1,
      missing_title: 1,
      not_found: 1,
    })) {
      expect([outcome, valueIn(text, `retest_deliveries_total{outcome="${outcome}"}`)]).toEqual([outcome, count]);
    }
    expect(valueIn(text, "retest_dedupe_hits_total")).toBe(1);
    const app = `{app="The \\"Shop\\" \\\\",app_id="${hook.app.id}"}`;
    expect(valueIn(text, `retest_open_issues${app}`)).toBe(1);
    expect(valueIn(text, `retest_needs_retest${app}`)).toBe(2);
  });

  test.skipIf(PROMTOOL === undefined)("promtool has nothing to say against the text", async () => {
    await world.call(world.viewer, "GET", "/me");
    const { status, stdout, stderr } = spawnSync(PROMTOOL!, ["check", "metrics"], { input: await scrape() });
    expect({ status, said: `${stdout}${stderr}` }).toEqual({ status: 0, said: "" });
  });

  test("who is refused is counted by the code, and named in the log once a minute, without the key", async () => {
    world.clock.frozenAt = Math.ceil(Date.now() / 60_000) * 60_000;
    const before = await scrape();
    lines.splice(0);
    const stranger = newToken();
    for (let i = 0; i < 5; i++) expect((await world.call(stranger, "GET", "/me")).status).toBe(401);
    expect((await world.call(newToken(), "GET", "/me")).status).toBe(401);
    expect((await world.call(world.viewer, "POST", "/apps", sampleApp())).status).toBe(403);
    expect((await world.call(null, "GET", "/me")).status).toBe(401);
    const after = await scrape();
    const grown = (code: string) => {
      const key = `retest_refusals_total{code="${code}"}`;
      return valueIn(after, key)! - (valueIn(before, key) ?? 0);
    };
    expect([grown("unauthorized"), grown("forbidden")]).toEqual([7, 1]);
    const said = () => lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 40);
    const route = "/api/v1/me";
    expect(said()).toMatchObject([
      {
        msg: "request refused",
        code: "unauthorized",
        route,
        address: "127.0.0.1",
        fingerprint: expect.stringMatching(/^[0-9a-f]{8}$/),
      },
      { msg: "request refused", code: "unauthorized", route },
      { msg: "request refused", code: "forbidden", route: "/api/v1/apps", key: expect.stringMatching(/^key_/) },
    ]);
    // A flood is one more line.
    for (let i = 0; i < 50; i++) await world.call(newToken(), "GET", "/me");
    expect(said()).toHaveLength(30);
    world.clock.frozenAt += 60_000;
    await world.call(newToken(), "GET", "/me");
    expect(said()[30]).toMatchObject({ msg: "more requests were refused in this minute", more: { unauthorized: 27 } });
    expect(lines.join("")).not.toContain(stranger);
    world.clock.frozenAt = null;
  });

  test("sign-ins that fail are counted by the reason, and a flood of them is one line for each address and reason, without what was typed", async () => {
    world.clock.frozenAt = Math.ceil(Date.now() / 60_000) * 60_000 + 120_000;
    const before = await scrape();
    lines.splice(0);
    const tried = "a-guess-that-nobody-sees";
    const statuses = [];
    for (let i = 0; i < 60; i++) statuses.push((await signIn(world, `nobody-${i}@example.com`, tried)).status);
    const after = await scrape();
    const grown = (reason: string) => {
      const key = `retest_failed_sign_ins_total{reason="${reason}"}`;
      return (valueIn(after, key) ?? 0) - (valueIn(before, key) ?? 0);
    };
    const wrong = statuses.filter((status) => status === 401).length;
    expect([wrong > 0, grown("wrong"), grown("too_many")]).toEqual([true, wrong, 60 - wrong]);
    const source = { level: 40, msg: "sign-in failed", route: "/ui/v1/session", address: "127.0.0.1" };
    const said = () => lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40);
    const codes = [...new Set(statuses)].map((status) => (status === 401 ? "unauthorized" : "rate_limited"));
    expect(said()).toMatchObject(codes.map((code) => ({ ...source, code })));
    world.clock.frozenAt += 60_000;
    await world.call(newToken(), "GET", "/me");
    const more = Object.values<number>(said()[codes.length].more);
    expect(more.reduce((sum, count) => sum + count)).toBe(60 - codes.length);
    expect([lines.join("").includes(tried), lines.join("").includes("@example.com")]).toEqual([false, false]);
    world.clock.frozenAt = null;
  });

  test("every refusal for want of a right is counted and logged, also of somebody who has to show again who they are, or a second factor", async () => {
    const { id, cookie } = await join(world);
    const before = await scrape();
    lines.splice(0);
    world.clock.frozenAt = Math.ceil(Date.now() / 60_000) * 60_000 + 660_000;
    expect((await world.call(cookie, "POST", "/me/second-factors/totp")).status).toBe(403);
    const demand = (to: string) => rowsOf(world, `update workspace set second_factor = '${to}'`);
    await demand("required");
    expect((await world.call(cookie, "GET", "/overview")).status).toBe(403);
    await demand("optional");
    const after = await scrape();
    const codes = ["confirmation_needed", "second_factor_needed"];
    for (const code of codes) {
      const key = `retest_refusals_total{code="${code}"}`;
      expect((valueIn(after, key) ?? 0) - (valueIn(before, key) ?? 0)).toBe(1);
    }
    const said = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 40);
    expect(said).toMatchObject(codes.map((code) => ({ msg: "request refused", code, person: id })));
    world.clock.frozenAt = null;
  });

  test("wrong passwords of somebody who is signed in are counted by what they were given for, and logged with the person", async () => {
    const { id, cookie, email } = await join(world);
    world.clock.frozenAt = Math.ceil(Date.now() / 60_000) * 60_000 + 600_000;
    const before = await scrape();
    lines.splice(0);
    const tried = "a-guess-that-nobody-sees";
    const passwords = { current_password: tried, new_password: "staple that battery" };
    const change = () => world.call(cookie, "PUT", "/me/password", passwords);
    const move = () => world.call(cookie, "PATCH", "/me", { email: `x-${email}`, current_password: tried });
    const statuses = [];
    for (const ask of [change, change, move, move, move, change]) statuses.push((await ask()).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    const after = await scrape();
    const grown = ["password_change", "email_change", "too_many", "wrong"].map((reason) => {
      const key = `retest_failed_sign_ins_total{reason="${reason}"}`;
      return (valueIn(after, key) ?? 0) - (valueIn(before, key) ?? 0);
    });
    expect(grown).toEqual([2, 3, 1, 0]);
    const line = { msg: "sign-in failed", address: "127.0.0.1", person: id, requestId: expect.stringMatching(/^req_/) };
    const said = lines.map((text) => JSON.parse(text)).filter(({ level }) => level >= 40);
    expect(said).toMatchObject([
      { ...line, reason: "password_change" },
      { ...line, reason: "email_change" },
      { msg: "request refused", code: "rate_limited", route: "/ui/v1/me/password", person: id },
    ]);
    expect([lines.join("").includes(tried), lines.join("").includes("@example.com")]).toEqual([false, false]);
    world.clock.frozenAt = null;
  });

  test("requests are counted and timed by route and status; what no route takes is one kind", async () => {
    const before = await scrape();
    await world.call(world.viewer, "GET", "/me");
    await world.call(null, "GET", "/me");
    for (const path of ["/nothing/here", "/api/v1/nothing?token=zxcvbn"]) await fetch(world.address + path);
    const after = await scrape();
    const grown = (key: string) => valueIn(after, key)! - (valueIn(before, key) ?? 0);
    const me = 'method="GET",route="/api/v1/me"';
    expect(grown(`retest_http_requests_total{${me},status="200"}`)).toBe(1);
    expect(grown(`retest_http_requests_total{${me},status="401"}`)).toBe(1);
    expect(grown(`retest_http_request_duration_seconds_count{${me}}`)).toBe(2);
    expect(grown(`retest_http_request_duration_seconds_bucket{${me},le="+Inf"}`)).toBe(2);
    expect(valueIn(after, `retest_http_request_duration_seconds_sum{${me}}`)).toBeGreaterThan(0);
    expect(grown('retest_http_requests_total{method="any",route="unmatched",status="404"}')).toBe(2);
    expect(after).not.toContain("zxcvbn");
  });

  test("the process tells its memory, processor time and how late its event loop was, and whether the database fails", async () => {
    const well = await scrape();
    expect(valueIn(well, 'process_resident_memory_bytes{worker="1"}')).toBeGreaterThan(1_000_000);
    expect(valueIn(well, "process_cpu_seconds_total")).toBeGreaterThan(0);
    expect(valueIn(well, 'retest_event_loop_delay_seconds{worker="1",percentile="99"}')).toBeGreaterThanOrEqual(0);
    expect(valueIn(well, 'retest_database_failing{worker="1",part="reading"}')).toBe(0);
    (world.store.outage as Outage).watch("reading").failed(new Error("gone"));
    const failing = new Metrics(world.store.outage);
    const family = failing.measure(1).find(({ name }) => name === "retest_database_failing")!;
    failing.close();
    expect(family.series['{worker="1",part="reading"}']).toBe(1);
    const soFar = valueIn(well, "retest_database_failures_total")!;
    expect(valueIn(await scrape(), "retest_database_failures_total")).toBe(soFar + 1);
  });
});

describe("who may see them", () => {
  const world = worldOf("sqlite", { metricsToken: TOKEN, host: "0.0.0.0" });
  const shut = worldOf("sqlite", { host: "0.0.0.0" });
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === "IPv4" && !one.internal)?.address;
  const ask = async (address: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${address}/metrics`, { headers });
    const isText = response.headers.get("content-type")!.startsWith("text/plain");
    expect(isText).toBe(response.status === 200);
    if (response.status !== 200) expect(response.headers.get("www-authenticate")).toBe("Bearer");
    return response.status;
  };
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  test("this machine without a token, and anybody with it; a wrong one is refused even here", async () => {
    expect(await ask(world.address)).toBe(200);
    expect(await ask(world.address, bearer(TOKEN))).toBe(200);
    expect(await ask(world.address, bearer("wrong"))).toBe(401);
    expect(await ask(world.address, { authorization: TOKEN })).toBe(401);
    expect(await ask(world.address, bearer(world.admin))).toBe(401);
    expect(await ask(shut.address, bearer(""))).toBe(401);
  });

  test("what a proxy on this machine passes on is not from this machine, whatever it claims", async () => {
    for (const header of ["x-forwarded-for", "forwarded", "x-real-ip", "via"]) {
      expect([header, await ask(shut.address, { [header]: "127.0.0.1" })]).toEqual([header, 401]);
    }
    expect(await ask(world.address, { "x-forwarded-for": "203.0.113.7", ...bearer(TOKEN) })).toBe(200);
  });

  test("a request by another name than this machine's own is not from here: a bare proxy, or a page that has a name lead here", async () => {
    const asked = async (host: string) => {
      const [answer] = await exchangeRaw(shut.address, `GET /metrics HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
      return answer!.status;
    };
    for (const host of ["localhost", "LOCALHOST:3000", "127.0.0.1", "127.0.0.1:3000", "127.8.8.8", "[::1]:3000"]) {
      expect([host, await asked(host)]).toEqual([host, 200]);
    }
    for (const host of [
      "retest.example.com",
      "evil.example:3000",
      "localhost.evil.example",
      "127.0.0.1.nip.io",
      "10.0.0.1",
      "[::2]",
      "",
      "a b",
    ]) {
      expect([host, await asked(host)]).toEqual([host, 401]);
    }
    expect(await ask(shut.address, { "x-forwarded-server": "x" })).toBe(401);
  });

  test.skipIf(outside === undefined)("another machine needs the token, and no header makes it this one", async () => {
    const at = ({ address }: { address: string }) => address.replace("127.0.0.1", outside!);
    expect(await ask(at(world))).toBe(401);
    expect(await ask(at(world), { "x-forwarded-for": "127.0.0.1" })).toBe(401);
    expect(await ask(at(shut), { "x-forwarded-for": "127.0.0.1" })).toBe(401);
    expect(await ask(at(world), bearer(TOKEN))).toBe(200);
  });
});
