// Requests that change something on /ui/v1 come from a page of our own, or are refused; reading is free of that.
import { beforeAll, describe, expect, test } from "vitest";
import { outcomeOf } from "../../../support/checks/route-table.ts";
import { ui } from "../../../support/clients/person-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const BASE_URL = "https://retest.example.com:8443";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { baseUrl: BASE_URL });
  let cookie: string;
  let app: string;
  beforeAll(async () => {
    cookie = (await world.person("admin")).replace("retest=", "__Host-retest=");
    app = (await world.app()).id;
  });

  const own = () => world.address;
  const raise = (headers: Record<string, string>, body: unknown = { app, check: "PAY-1", text: "Broken" }) =>
    ui(world.address, "POST", "/issues", body, { cookie, ...headers });
  const count = async () => (await world.call(world.viewer, "GET", `/issues?app=${app}`)).body.data.length as number;

  test.each([
    ["from the same origin", () => ({ "sec-fetch-site": "same-origin" })],
    ["from the base URL, by a browser that names only the origin", () => ({ origin: BASE_URL })],
    ["from the server's own address, by the same", () => ({ origin: own() })],
    ["from the same origin, whatever the origin", () => ({ "sec-fetch-site": "same-origin", origin: "null" })],
  ])("%s: 201", async (_what, headers) => {
    expect(outcomeOf(await raise(headers()))).toBe("201");
  });

  test.each([
    ["from another site", () => ({ "sec-fetch-site": "cross-site" })],
    ["from another host of the site", () => ({ "sec-fetch-site": "same-site" })],
    ["typed in by hand", () => ({ "sec-fetch-site": "none" })],
    ["from another site that names our origin too", () => ({ "sec-fetch-site": "cross-site", origin: BASE_URL })],
    ["without a word about where from", () => ({})],
    ["from another origin", () => ({ origin: "https://evil.example.com" })],
    ["from the base URL's host by another port", () => ({ origin: "https://retest.example.com" })],
    ["from the base URL's host by another scheme", () => ({ origin: "http://retest.example.com:8443" })],
    ["from a longer name", () => ({ origin: `${BASE_URL}.evil.example.com` })],
    ["from our host by another port", () => ({ origin: own().replace(/\d+$/, "1") })],
    ["from no origin", () => ({ origin: "null" })],
    ["from an origin that is none", () => ({ origin: "//" })],
  ])("%s: 403, and nothing happens", async (_what, headers) => {
    const before = await count();
    const answer = await raise(headers());
    expect(outcomeOf(answer)).toBe("403 forbidden");
    expect(answer.body.error.message).toContain("another site");
    expect(await count()).toBe(before);
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonp",
  ])("a body of type %s is refused", async (type) => {
    const before = await count();
    const body = JSON.stringify({ app, check: "PAY-1", text: "Broken" });
    const answer = await raise({ "sec-fetch-site": "same-origin", "content-type": type }, body);
    expect(outcomeOf(answer)).toBe("403 forbidden");
    expect(await count()).toBe(before);
  });

  test("no body needs no type", async () => {
    const { id } = (await raise({ "sec-fetch-site": "same-origin" })).body.data;
    const headers = { cookie, "sec-fetch-site": "same-origin" };
    expect((await ui(world.address, "POST", `/issues/${id}/fix`, undefined, headers)).status).toBe(200);
  });

  test("signing in and joining are refused from elsewhere too", async () => {
    for (const path of ["/session", "/invitations/accept"]) {
      const answer = await ui(world.address, "POST", path, {}, { "sec-fetch-site": "cross-site" });
      expect(outcomeOf(answer)).toBe("403 forbidden");
    }
  });

  test("reading is answered wherever the request comes from: no other site can read the answer", async () => {
    const answer = await ui(world.address, "GET", "/me", undefined, { cookie, "sec-fetch-site": "cross-site" });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("a cookie opens neither the API nor the webhook", async () => {
    for (const path of ["/apps", "/me", "/keys"]) {
      const answer = await world.call(null, "GET", path, undefined, { cookie, "sec-fetch-site": "same-origin" });
      expect(outcomeOf(answer)).toBe("401 unauthorized");
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    }
    const token = cookie.split("=")[1];
    const webhook = `${world.address}/api/integrations/webhook/${token}`;
    const answer = await fetch(webhook, { method: "POST", headers: { cookie }, body: '{"title":"T"}' });
    expect(answer.status).toBe(404);
  });
});
