// PUT and DELETE /apps/:id/webhook/secret: made or given, replaced, removed, and never seen again.
import { describe, expect, test } from "vitest";
import { sign } from "../../../../src/lib/crypto/body-signature.ts";
import { ask, dataOf } from "../../../support/checks/route-table.ts";
import { refused } from "../../../support/clients/issue-client.ts";
import { behind, everythingIn } from "../../../support/database/direct-sql.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const GENERATED = /^rs_[0-9a-z]{52}$/;
const RECEIVER = "http://127.0.0.1:9/fixed";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);

  const live = async () => `/apps/${(await world.app({ mode: "live" })).id}/webhook`;
  const read = (path: string) => dataOf(world, "GET", path);
  const set = (path: string, body?: unknown) => dataOf(world, "PUT", `${path}/secret`, body);
  /** The status of a delivery signed with the secret, or not signed at all. */
  const deliver = async (path: string, secret: string | null) => {
    const body = Buffer.from(JSON.stringify({ title: "It broke" }));
    const url = world.address + new URL((await read(path)).url).pathname;
    const headers: Record<string, string> = secret === null ? {} : { "x-signature": sign(secret, body) };
    return (await fetch(url, { method: "POST", body, headers })).status;
  };

  test.each([undefined, {}])(
    "without one given (%j) a secret is made, shown once, and signs deliveries",
    async (body) => {
      const path = await live();
      const before = await read(path);
      const { secret, ...after } = await set(path, body);
      expect(secret).toMatch(GENERATED);
      expect(after).toEqual({ ...before, has_secret: true });
      expect(await read(path)).toEqual(after);
      expect([await deliver(path, secret), await deliver(path, null)]).toEqual([201, 401]);
    },
  );

  test("no later answer shows the secret", async () => {
    const path = await live();
    const { secret } = await set(path);
    await deliver(path, secret);
    await deliver(path, null);
    const app = path.replace("/webhook", "");
    await dataOf(world, "PATCH", path, { notify_url: RECEIVER });
    await dataOf(world, "POST", `${app}/notifications/test`);
    const [newest] = await dataOf(world, "GET", `${path}/deliveries`);
    const answers = await Promise.all([
      read(path),
      dataOf(world, "PATCH", path, { preset: "datadog" }),
      dataOf(world, "POST", `${path}/url`),
      dataOf(world, "POST", `${path}/preview`, { delivery: newest.id }),
      dataOf(world, "GET", `${path}/deliveries/${newest.id}`),
      dataOf(world, "GET", `${app}/notifications`),
      dataOf(world, "GET", app),
    ]);
    for (const answer of answers) expect(JSON.stringify(answer)).not.toContain(secret);
  });

  test.each<[string, string]>([
    ["eight bytes", "eight by"],
    ["256 bytes", "x".repeat(256)],
    ["256 bytes of characters that take two", "é".repeat(128)],
    ["spaces and line ends on both sides", " \n secret \t "],
    ["emoji", "🔑🔑"],
  ])("a secret of %s is taken as it stands and not sent back", async (_what, secret) => {
    const path = await live();
    expect(await set(path, { secret })).not.toHaveProperty("secret");
    expect(await deliver(path, secret)).toBe(201);
    const others = [`${secret} `, secret.trim(), secret.normalize("NFD")].filter((other) => other !== secret);
    for (const other of others) expect(await deliver(path, other)).toBe(401);
  });

  test.each<[string, unknown]>([
    ["secret", { secret: "" }],
    ["secret: too short to be kept secret: expected at least 8 characters", { secret: "x" }],
    ["secret", { secret: "seven c" }],
    ["secret", { secret: "x".repeat(257) }],
    ["secret", { secret: "é".repeat(129) }],
    ["secret", { secret: "a\0b" }],
    ["secret", '{"secret":"\\ud800"}'],
    ["secret", { secret: 5 }],
    ["value", { value: "x" }],
    ["body", "[]"],
  ])("a wrong %s answers 400 and leaves the one before: %j", async (field, body) => {
    const path = await live();
    await set(path, { secret: "the before secret" });
    const answer = await ask(world, world.admin, "PUT", `${path}/secret`, body);
    expect(refused(answer, 400, "invalid_request")).toContain(field);
    expect(await deliver(path, "the before secret")).toBe(201);
  });

  test("a secret that is replaced is void at once, and the notify URL stays", async () => {
    const path = await live();
    await set(path, { secret: "the first secret" });
    await dataOf(world, "PATCH", path, { notify_url: RECEIVER });
    const { secret } = await set(path);
    expect([await deliver(path, "the first secret"), await deliver(path, secret)]).toEqual([401, 201]);
    expect(await read(path)).toMatchObject({ has_secret: true, notify_url: RECEIVER });
    await set(path, { secret: "the third secret" });
    expect([await deliver(path, secret), await deliver(path, "the third secret")]).toEqual([401, 201]);
  });

  test("a notify URL needs a secret: 409 secret_required, and nothing of the change is kept", async () => {
    const path = await live();
    const before = await read(path);
    const body = { preset: "datadog", notify_url: RECEIVER };
    refused(await ask(world, world.admin, "PATCH", path, body), 409, "secret_required");
    expect(await read(path)).toEqual(before);
    expect(await dataOf(world, "PATCH", path, { notify_url: null })).toEqual(before);
    await set(path);
    expect((await dataOf(world, "PATCH", path, body)).notify_url).toBe(RECEIVER);
    expect((await dataOf(world, "PATCH", path, { notify_url: null })).notify_url).toBeNull();
  });

  test("removing the secret takes the notify URL with it, and unsigned deliveries are taken again", async () => {
    const path = await live();
    await set(path, { secret: "the first secret" });
    const before = await dataOf(world, "PATCH", path, { notify_url: RECEIVER, preset: "custom" });
    for (let twice = 0; twice < 2; twice++) await dataOf(world, "DELETE", `${path}/secret`);
    expect(await read(path)).toEqual({ ...before, has_secret: false, notify_url: null });
    expect(await deliver(path, null)).toBe(201);
    await set(path, { secret: "the second secret" });
    expect(await read(path)).toMatchObject({ has_secret: true, notify_url: null });
  });

  test("the database itself refuses a notify URL without a secret", async () => {
    const path = await live();
    await read(path);
    const sql = `update webhook set notify_url = '${RECEIVER}' where app_id = '${path.split("/")[2]}'`;
    await expect(behind(world, sql)).rejects.toThrow(/check/i);
  });

  test("tokens and secrets stand nowhere in the database, in no spelling", async () => {
    const path = await live();
    const { url } = await read(path);
    const { secret } = await set(path);
    const given = "a secret that somebody gave";
    await deliver(path, secret);
    await set(path, { secret: given });
    await deliver(path, given);
    await deliver(path, "a wrong one");
    const after = await dataOf(world, "POST", `${path}/url`);
    const everything = await everythingIn(world);
    expect(everything).toContain(path.split("/")[2]);
    for (const hidden of [url.split("/").at(-1), after.url.split("/").at(-1), secret, given]) {
      const bytes = Buffer.from(hidden);
      for (const spelling of [hidden, bytes.toString("hex"), bytes.toString("base64url").slice(0, -2)]) {
        expect(everything.includes(spelling), spelling).toBe(false);
      }
    }
  });

  test("the app's history says that the secret was replaced or removed, and by whom, not what it was", async () => {
    const path = await live();
    await set(path, { secret: "the first secret" });
    await dataOf(world, "PATCH", path, { notify_url: RECEIVER });
    await dataOf(world, "DELETE", `${path}/secret`);
    const app = path.split("/")[2];
    const rows = await behind(
      world,
      `select kind, actor, changes from event where app_id = '${app}' and kind like 'webhook_secret%' order by revision`,
    );
    expect(rows).toEqual([
      { kind: "webhook_secret_replaced", actor: "admin key via API", changes: '{"fields":["secret"]}' },
      { kind: "webhook_secret_removed", actor: "admin key via API", changes: '{"fields":["secret","notifyUrl"]}' },
    ]);
  });
});
