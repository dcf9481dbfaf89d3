// A refusal reaches its sender, though it was decided while the body was still coming: at every way in, by every client.
import { once } from "node:events";
import { beforeAll, describe, expect, test } from "vitest";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import { dataOf } from "../../../support/checks/route-table.ts";
import { NODE_SENDERS, type Read, sendForEver, type Target } from "../../../support/clients/large-senders.ts";
import { openRaw, request } from "../../../support/clients/raw-socket.ts";
import { openHook } from "../../../support/clients/webhook-client.ts";
import { connectApp } from "../../../support/samples/connected-app.ts";
import { attachmentPath } from "../../../support/samples/sample-files.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const LARGE = 5 * 1_048_576;

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { webhookRate: 0 });
  /** What is refused, where, and with what; a smaller body may get further and be refused for another reason. */
  const endpoints: [string, Target, number[]][] = [];
  beforeAll(async () => {
    const hook = await openHook(world);
    const slack = await connectApp(world, "slack", { credentials: { signing_secret: "s".repeat(32) } });
    const { id } = await dataOf(world, "POST", "/issues", { app: hook.app.id, text: "Broken" });
    const json = { "content-type": "application/json" };
    const by = (key: string) => ({ ...json, authorization: `Bearer ${key}` });
    const person = { cookie: await world.person("tester"), "sec-fetch-site": "same-origin" };
    const at = (path: string, headers = {}, method = "POST"): Target => ({
      url: world.address + path,
      headers,
      method,
    });
    endpoints.push(
      ["webhook", at(hook.path), [413]],
      ["webhook that never existed", at("/api/integrations/webhook/rw_none"), [404]],
      ["connected tool", at(new URL(slack.url).pathname), [413, 401]],
      ["tool that is not connected", at("/api/integrations/slack/rc_none"), [404]],
      ["REST without a key", at("/api/v1/issues", json), [401]],
      ["REST", at("/api/v1/issues", by(world.tester)), [413]],
      ["REST by too low a role", at("/api/v1/apps", by(world.viewer)), [403]],
      ["REST by another method", at("/api/v1/issues", by(world.tester), "PUT"), [405]],
      ["interface without a session", at("/ui/v1/issues", json), [401, 403]],
      ["interface", at("/ui/v1/issues", { ...json, ...person }), [413]],
      ["runbook", at("/api/v1/apps/import?format=yaml", by(world.admin)), [413, 400]],
      ["report of an unknown app", at("/api/v1/results/junit?app=none", by(world.tester)), [404]],
      ["report", at(`/api/v1/results/junit?app=${hook.app.id}`, by(world.tester)), [400]],
      ["file", at(`/ui/v1${attachmentPath(id)}?name=a.png`, person), [415]],
      ["file of an unknown issue", at(`/ui/v1${attachmentPath("iss_none")}?name=a.png`, person), [404]],
      ["assistants without a key", at("/mcp", json), [401]],
      ["assistants", at("/mcp", by(world.viewer)), [413]],
      ["no such address", at("/nowhere"), [404]],
    );
  });

  test.each(Object.entries(NODE_SENDERS))("%s reads why it is refused, at every way in", async (_, send) => {
    const refusals = endpoints.map(async ([name, target, statuses]) => {
      const read = await send(target).catch(
        (error: Error): Read => ({ status: 0, code: String(error.cause ?? error) }),
      );
      return statuses.includes(read.status) ? [] : [`${name}: ${read.status} ${read.code}`];
    });
    expect((await Promise.all(refusals)).flat()).toEqual([]);
  });
});

describe("a refusal", () => {
  const world = worldOf("sqlite");

  test("is read by a sender that never stops, which is cut off in the end", async () => {
    const refused = { status: 404, code: "not_found" };
    expect(await sendForEver({ url: `${world.address}/nowhere` })).toEqual(refused);
  });

  test.each([
    [
      "an expectation that nobody can meet",
      "POST /api/v1/issues",
      [`Content-Length: ${LARGE}`, "Expect: a miracle"],
      400,
    ],
    ["two lengths", "POST /api/v1/issues", [`Content-Length: ${LARGE}`, "Content-Length: 1"], 400],
    ["two hosts", "POST /api/v1/issues", [`Content-Length: ${LARGE}`, "Host: elsewhere"], 400],
    [
      "headers that are too large",
      "POST /api/v1/issues",
      [`Content-Length: ${LARGE}`, `A: ${"a".repeat(20_000)}`],
      431,
    ],
    ["pieces that are none", "POST /nowhere", ["Transfer-Encoding: chunked"], 404],
  ])("of %s is read by who sends everything first", async (_, line, headers, status) => {
    const { socket, answers } = await openRaw(world.address);
    socket.pause();
    socket.write(request(line, headers));
    socket.write(Buffer.alloc(LARGE, "x"));
    if (socket.writableLength > 0) await Promise.race([once(socket, "drain"), once(socket, "close")]);
    socket.resume();
    const [answer] = await answers(1);
    expectError(answer!, status, /^[a-z_]+$/);
  });

  test("does not wait for a body that does not come", async () => {
    const { socket, answers } = await openRaw(world.address);
    socket.write(request("POST /nowhere", ["Content-Length: 10"]));
    const [answer] = await answers(1);
    expectError(answer!, 404, "not_found");
    expect(answer!.headers.get("connection")).toBe("close");
  });

  test("leaves the connection to the next request, once the body has come", async () => {
    const { socket, answers } = await openRaw(world.address);
    socket.write(request("POST /nowhere", [`Content-Length: ${LARGE}`]));
    socket.write(Buffer.alloc(LARGE, "x"));
    socket.write(request("GET /healthz", ["", ""]));
    expect((await answers(2)).map(({ status }) => status)).toEqual([404, 200]);
  });
});
