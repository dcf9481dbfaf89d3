// A new secret key follows the old one while servers run: nothing is lost, nothing stays behind, and it may be interrupted.
import { readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sign } from "../../../src/lib/crypto/body-signature.ts";
import { freshPlace, type Place } from "../../support/clients/cli-settings.ts";
import { adminKey, wholeCommand } from "../../support/clients/command.ts";
import { call, type RunningServer, retest, serve, startOnly } from "../../support/clients/run-cli.ts";
import { DATABASES } from "../../support/server/test-server.ts";

const OLD = "0123456789abcdef0123456789abcdef";
const NEW = "fedcba9876543210fedcba9876543210";
const SIGNING = "a signing secret that is long";

describe.each(DATABASES)("on %s", (kind) => {
  let place: Place;
  let key: string;
  let app: string;
  /** What an admin sees of the app's secrets. */
  let before: unknown;
  /** Every encrypted text in the database, wherever it is. */
  let encrypted: string[];
  const servers: RunningServer[] = [];
  const withKeys = (keys: Record<string, string>) => ({ ...place.settings, RETEST_SECRET_KEY: NEW, ...keys });
  const both = () => withKeys({ RETEST_SECRET_KEY_OLD: OLD });
  const start = async (settings: Record<string, string>) => {
    const server = await serve({ ...settings, RETEST_API_RATE: "0", RETEST_WEBHOOK_RATE: "0" });
    servers.push(server);
    return server.address;
  };
  const stopAll = async () => {
    for (const server of servers.splice(0)) await server.stop();
  };

  beforeAll(async () => {
    place = await freshPlace(kind);
    const old = { ...place.settings, RETEST_SECRET_KEY: OLD };
    const address = await start(old);
    key = await adminKey(old);
    app = (
      await made(address, "POST", "/apps", { name: "Shop", mode: "live", platforms: [{ code: "web", label: "Web" }] })
    ).id;
    await made(address, "PUT", `/apps/${app}/webhook/secret`, { secret: SIGNING });
    await made(address, "PUT", `/apps/${app}/badge`, {});
    const credentials = { webhook_url: "https://hooks.slack.com/services/T0/B0/x" };
    await made(address, "POST", `/apps/${app}/connections`, { tool: "slack", credentials });
    before = await seen(address);
  });
  afterAll(async () => {
    await stopAll();
    await place.remove();
  });

  const made = async (address: string, method: string, path: string, body?: unknown) => {
    const answer = await call(address, key, method, path, body);
    expect(answer.status, JSON.stringify(answer)).toBeLessThan(300);
    return answer.data;
  };
  /** Paths alone: each server has an address of its own. */
  const seen = async (address: string) => {
    const pathOf = (url: string) => new URL(url).pathname;
    const connections = await made(address, "GET", `/apps/${app}/connections`);
    return {
      webhook: pathOf((await made(address, "GET", `/apps/${app}/webhook`)).url),
      badge: pathOf((await made(address, "GET", `/apps/${app}/badge`)).url),
      connections: connections.map(({ url }: { url: string }) => pathOf(url)),
    };
  };
  const delivers = async (address: string, title: string) => {
    const body = JSON.stringify({ title });
    const headers = { "x-signature": sign(SIGNING, Buffer.from(body)) };
    const path = ((await seen(address)) as { webhook: string }).webhook;
    return (await fetch(address + path, { method: "POST", body, headers })).status;
  };

  const middle = () => join(place.settings.RETEST_DATA_DIR!, "middle.backup");
  const backUp = async (settings: Record<string, string>) => {
    const file = join(place.settings.RETEST_DATA_DIR!, "one.backup");
    rmSync(file, { force: true });
    expect((await wholeCommand(["backup", file], settings)).code).toBe(0);
    return {
      file,
      encrypted: gunzipSync(readFileSync(file))
        .toString()
        .match(/k1:[\w-]+/g)! as string[],
    };
  };

  test("servers with both keys go on with the old one, beside servers that know no other, until the rotation begins", async () => {
    const [oldOnly] = servers.map(({ address }) => address);
    // The embedded database is used by one server after the other.
    if (kind === "sqlite") await stopAll();
    const address = await start(both());
    expect(servers.at(-1)!.output().stdout).toContain("the old secret key is still in use");
    expect(await seen(address)).toEqual(before);
    await made(address, "POST", `/apps/${app}/webhook/url`);
    await made(address, "PUT", `/apps/${app}/webhook/secret`, { secret: SIGNING });
    before = await seen(address);
    if (kind === "postgres") {
      expect([await seen(oldOnly!), await delivers(oldOnly!, "Read by the other")]).toEqual([before, 201]);
      await servers.shift()!.stop();
      await start(both());
    }
    const { stdout } = await wholeCommand(["doctor"], both());
    expect(stdout).toMatch(/^6 secrets still need the old key/);
    expect(stdout).toContain(" 0 differences");
    encrypted = (await backUp(both())).encrypted;
    // The word in its header and in its table, two tokens and a secret, the connection's token and credential.
    expect(encrypted).toHaveLength(7);
  });

  test("interrupted, it needs both keys; run again while servers write, it ends, and the old key can be dropped", async () => {
    const first = startOnly(["secret", "rotate"], both());
    await expect.poll(() => first.output().stderr).toContain("The new key is in use");
    expect((await first.stop("SIGKILL")).signal).toBe("SIGKILL");
    renameSync((await backUp(both())).file, middle());
    const refused = await retest(["serve"], { ...withKeys({}), PORT: "0" });
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("its rotation is not finished")]);
    const old = await retest(["serve"], { ...withKeys({ RETEST_SECRET_KEY: OLD }), PORT: "0" });
    expect([old.code, old.stderr]).toEqual([2, expect.stringContaining("RETEST_SECRET_KEY is not the key")]);
    expect((await wholeCommand(["doctor"], withKeys({}))).stdout).toContain(
      "its token can't be read with the secret key",
    );

    let isOver = false;
    const writing = servers.map(async ({ address }, n) => {
      for (let i = 0; !isOver; i++) {
        // An entry of the audit log, too.
        await made(address, "PUT", `/apps/${app}/webhook/secret`, { secret: SIGNING });
        expect(await delivers(address, `Bug ${n} ${i}`)).toBe(201);
      }
    });
    // Killed once more while it goes through the values.
    const second = startOnly(["secret", "rotate"], both());
    await expect.poll(() => second.output().stderr, { timeout: 120_000, interval: 5 }).toContain("1 encrypted anew");
    await second.stop("SIGKILL");
    const rotated = await wholeCommand(["secret", "rotate"], both());
    isOver = true;
    await Promise.all(writing);
    expect([rotated.code, rotated.stdout]).toEqual([0, expect.stringContaining("without RETEST_SECRET_KEY_OLD")]);
    expect(rotated.stderr).toMatch(/secrets looked at, \d+ encrypted anew/);

    const { stdout } = await wholeCommand(["doctor"], withKeys({}));
    expect(stdout).toMatch(/^1 app examined, 0 differences\.\n$/);
    if (kind === "sqlite") await stopAll();
    const address = await start(withKeys({}));
    for (const server of servers) expect(await seen(server.address)).toEqual(before);
    expect(await delivers(address, "After all")).toBe(201);
    expect((await wholeCommand(["doctor"], both())).stdout).toMatch(/^1 app examined, 0 differences\.\n$/);
  });

  test("run once more there is nothing to do; a backup from now on is restored with the new key alone", async () => {
    const again = await wholeCommand(["secret", "rotate"], both());
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining(" 0 encrypted anew")]);
    const { data } = await call(servers[0]!.address, key, "GET", "/audit?action=workspace.secret_key_rotated");
    expect(data).toMatchObject([{ actor: { kind: "command_line" }, target: { kind: "workspace" }, details: {} }]);
    const without = await wholeCommand(["secret", "rotate"], withKeys({}));
    expect([without.code, without.stderr]).toEqual([2, expect.stringContaining("RETEST_SECRET_KEY_OLD")]);
    await stopAll();
    const { file, encrypted: now } = await backUp(withKeys({}));
    expect([now.length, now.filter((text) => encrypted.includes(text))]).toEqual([encrypted.length, []]);
    const old = await retest(["restore", file, "--overwrite"], withKeys({ RETEST_SECRET_KEY: OLD }));
    expect([old.code, old.stderr]).toEqual([2, expect.stringContaining("RETEST_SECRET_KEY is not the key")]);
    expect((await retest(["restore", file, "--overwrite"], withKeys({}))).code).toBe(0);
  });

  test("a backup from the middle of a rotation needs both keys, and the rotation ends after it is restored", async () => {
    const restore = ["restore", middle(), "--overwrite"];
    const alone = await retest(restore, withKeys({}));
    expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining("RETEST_SECRET_KEY_OLD")]);
    expect((await retest(restore, both())).code).toBe(0);
    expect((await wholeCommand(["doctor"], both())).stdout).toContain(" 0 differences");
    expect((await wholeCommand(["secret", "rotate"], both())).code).toBe(0);
    expect((await wholeCommand(["doctor"], withKeys({}))).stdout).toMatch(/^1 app examined, 0 differences\.\n$/);
    expect(await seen(await start(withKeys({})))).toEqual(before);
  });
});
