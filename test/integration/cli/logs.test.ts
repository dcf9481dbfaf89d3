// What a server logs: every request by its id and the pattern of its route; never a token, a key, a cookie or a password,
// whatever is sent and whatever fails.
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sign } from "../../../src/lib/crypto/body-signature.ts";
import { freshPlace, type Place } from "../../support/clients/cli-settings.ts";
import { PASSWORD, SAME_ORIGIN, tokenOf, ui } from "../../support/clients/person-client.ts";
import { call, type RunningServer, type Settings, serve } from "../../support/clients/run-cli.ts";
import { joined } from "../../support/samples/joined-person.ts";
import { DATABASES, sampleApp } from "../../support/server/test-server.ts";

const METRICS_TOKEN = "metrics-token-that-is-secret";
const SIGNING = "a signing secret that nobody sees";
const DATABASE_PASSWORD = "password-of-the-database";

describe.each(DATABASES)("on %s", (kind) => {
  let place: Place;
  let server: RunningServer;
  let key: string;
  beforeAll(async () => {
    place = await freshPlace(kind);
    key = await place.key("admin");
    const { DATABASE_URL: url } = place.settings;
    const withPassword: Settings =
      url === undefined ? {} : { DATABASE_URL: url.replace("postgres@", `postgres:${DATABASE_PASSWORD}@`) };
    const settings = { RETEST_LOG_LEVEL: "trace", RETEST_METRICS_TOKEN: METRICS_TOKEN, ...withPassword };
    server = await serve({ ...place.settings, ...settings });
  });
  afterAll(async () => {
    await server?.stop();
    await place?.remove();
  });

  test("a session with every kind of secret, refused, failing and well, leaves none of them in the log", async () => {
    const { address } = server;
    const ids: string[] = [];
    const noted = (headers: Headers, status: number, expected: number) => {
      expect(status).toBe(expected);
      ids.push(headers.get("x-request-id")!);
    };
    const ask = async (expected: number, method: string, path: string, body?: unknown, as = key) => {
      const answer = await call(address, as, method, path, body);
      noted(answer.headers, answer.status, expected);
      return answer.data;
    };
    const app = await ask(201, "POST", "/apps", { ...sampleApp(), mode: "live" });
    const { key: second } = await ask(201, "POST", "/keys", { name: "CI", role: "viewer" });
    await ask(200, "GET", "/me", undefined, second);
    await ask(401, "GET", "/me", undefined, "rt_wrongwrongwrongwrong");
    await ask(400, "POST", "/issues", { app: app.id, [second]: second });
    await ask(404, "GET", `/issues/${second}`);
    await ask(404, "GET", `/nothing/${second}?api_key=${second}`);
    const { url } = await ask(200, "GET", `/apps/${app.id}/webhook`);
    await ask(200, "PUT", `/apps/${app.id}/webhook/secret`, { secret: SIGNING });
    const { pathname } = new URL(url);
    const deliver = async (expected: number, body: string, secret = SIGNING) => {
      const headers = { "x-signature": sign(secret, Buffer.from(body)) };
      const answer = await fetch(address + pathname, { method: "POST", body, headers });
      noted(answer.headers, answer.status, expected);
    };
    await deliver(201, '{"title":"t"}');
    await deliver(401, '{"title":"t"}', "wrong");
    await deliver(400, `{"password":"${PASSWORD}"`);
    const metrics = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    noted(metrics.headers, metrics.status, 200);
    const cookie = await joined(address, place.settings, "admin", "eve@example.com");
    const me = await ui(address, "GET", "/me", undefined, { ...SAME_ORIGIN, cookie });
    noted(me.headers, me.status, 200);
    const invitation = await ui(address, "POST", "/invitations", { role: "viewer" }, { ...SAME_ORIGIN, cookie });
    noted(invitation.headers, invitation.status, 201);
    const wrong = await ui(address, "POST", "/session", { email: "eve@example.com", password: `${PASSWORD}!` });
    noted(wrong.headers, wrong.status, 401);
    await new Promise<void>((resolve) => {
      const raw = request(`${address}${pathname}`, { method: "POST", headers: { "content-length": "99" } });
      raw.on("error", () => resolve());
      raw.flushHeaders();
      raw.write(`{"${second}`);
      setImmediate(() => raw.destroy());
    });
    // From here on every delivery fails where nobody foresaw it.
    await place.meddle("alter table webhook rename to webhook_gone");
    await deliver(500, '{"title":"t"}');

    const lines = () =>
      server
        .output()
        .stdout.trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
    const logged = () =>
      new Set(
        lines()
          .filter(({ msg }) => msg === "request")
          .map(({ requestId }) => requestId),
      );
    await expect.poll(() => ids.filter((id) => !logged().has(id))).toEqual([]);
    const failed = lines().filter(({ msg }) => msg === "request failed");
    expect(failed).toEqual([
      expect.objectContaining({ requestId: ids.at(-1), route: "/api/integrations/webhook/:token" }),
    ]);
    const { stdout, stderr } = server.output();
    const secrets = {
      key,
      second,
      token: pathname.split("/").at(-1)!,
      SIGNING,
      METRICS_TOKEN,
      DATABASE_PASSWORD,
      cookie: tokenOf(cookie),
      invitation: invitation.body.data.link.split("#")[1],
      PASSWORD,
      signature: sign(SIGNING, Buffer.from('{"title":"t"}')).slice(7),
      email: "eve@example.com",
    };
    for (const [name, secret] of Object.entries(secrets)) {
      expect([name, secret.length > 10, (stdout + stderr).includes(secret)]).toEqual([name, true, false]);
    }
  });
});
