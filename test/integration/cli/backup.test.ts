// `retest backup` and `retest restore`: one moment of a database under load, in one file, and back, on either database.
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { sampleBody } from "../../../src/domain/webhook/issue-fixed-event.ts";
import { freshPlace, type Place } from "../../support/clients/cli-settings.ts";
import { wholeCommand } from "../../support/clients/command.ts";
import { startLoad } from "../../support/clients/load.ts";
import { PASSWORD, SAME_ORIGIN, ui } from "../../support/clients/person-client.ts";
import { call, type RunningServer, retest, serve } from "../../support/clients/run-cli.ts";
import { joined } from "../../support/samples/joined-person.ts";
import { attachmentPath, grown, PNG } from "../../support/samples/sample-files.ts";
import { DATABASES, type DatabaseKind, sampleApp } from "../../support/server/test-server.ts";

const folder = mkdtempSync(join(tmpdir(), "retest-backup-"));
const places: Place[] = [];
const servers: RunningServer[] = [];

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop("SIGKILL")));
  for (const place of places) await place.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function start(place: Place): Promise<RunningServer> {
  const server = await serve({ ...place.settings, RETEST_API_RATE: "0" });
  servers.push(server);
  return server;
}

/** An empty place with the secret key of another. */
async function placeLike(kind: DatabaseKind, source: Place): Promise<Place> {
  const place = await freshPlace(kind);
  places.push(place);
  const file = join(source.settings.RETEST_DATA_DIR!, "secret.key");
  if (existsSync(file)) {
    if (kind === "sqlite") copyFileSync(file, join(place.settings.RETEST_DATA_DIR!, "secret.key"));
    else place.settings.RETEST_SECRET_KEY = readFileSync(file, "utf8").trim();
  } else place.settings.RETEST_SECRET_KEY = source.settings.RETEST_SECRET_KEY!;
  return place;
}

function rewrite(from: string, to: string, change: (text: string) => string): void {
  writeFileSync(to, gzipSync(change(gunzipSync(readFileSync(from)).toString())));
}

describe.each(DATABASES)("on %s", (kind) => {
  const file = join(folder, `${kind}.backup`);
  const picture = grown(PNG, 300_000);
  let place: Place;
  let key: string;
  let app: { id: string };
  let hook: string;
  let issue: string;
  let result: string;
  let cookie: string;
  /** What was acknowledged before the backup began, and all that ever was. */
  let before: string[];
  let ever: string[];

  beforeAll(async () => {
    place = await freshPlace(kind);
    places.push(place);
    key = await place.key("admin");
    const server = await start(place);
    const ask = (method: string, path: string, body?: unknown) => call(server.address, key, method, path, body);
    app = (await ask("POST", "/apps", { ...sampleApp(), mode: "live" })).data;
    hook = new URL((await ask("GET", `/apps/${app.id}/webhook`)).data.url).pathname;
    issue = (await ask("POST", "/issues", { app: app.id, check: "PAY-1", text: "With a picture" })).data.id;
    cookie = await joined(server.address, place.settings, "admin", "ada@example.com");
    const sent = await fetch(`${server.address}/ui/v1${attachmentPath(issue)}?name=shot.png`, {
      method: "POST",
      headers: { ...SAME_ORIGIN, cookie },
      body: picture,
    });
    expect(sent.status).toBe(201);
    const recording = { app: app.id, check: "PAY-1", outcome: "passed", platforms: ["ios"] };
    result = (await ask("POST", "/results", recording)).data[0].id;
    const kept = await fetch(`${server.address}/ui/v1${attachmentPath(result)}?name=proof.png`, {
      method: "POST",
      headers: { ...SAME_ORIGIN, cookie },
      body: PNG,
    });
    expect(kept.status).toBe(201);
    await place.meddle(
      ["pending", "sending"]
        .map(
          (state, i) => `insert into notification (id, app_id, issue_id, kind, state, body, created_at, claimed_at)
            values ('ntf_${i}', '${app.id}', null, 'fixed', '${state}', '${sampleBody("http://localhost", { ...app, name: "Shop", prefix: "SH" }, 1_000)}', 1000, ${state === "sending" ? 2_000 : "null"});`,
        )
        .join("\n"),
    );
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const load = startLoad(server.address, 6, (client) =>
      client % 2 === 0
        ? {
            method: "POST",
            path: "/api/v1/issues",
            headers,
            body: { app: app.id, check: "SIGN-1", text: "under load" },
          }
        : {
            method: "POST",
            path: "/api/v1/results",
            headers,
            body: { app: app.id, check: "SIGN-2", outcome: "passed" },
          },
    );
    const ids = () => load.tally.created.map(({ data }) => data.id).filter((id) => id?.startsWith("iss_"));
    await vi.waitUntil(() => ids().length > 50, { timeout: 120_000 });
    before = ids();
    const { code, stdout: told, stderr } = await retest(["backup", file], place.settings);
    expect([code, told.split("\n")[0]]).toEqual([0, expect.stringMatching(/^Backed up \d+ rows and 2 files to /)]);
    expect(stderr).toMatch(/^issue: \d+ rows$/m);
    // What waits is tried at once: at the moment of a backup it may still have been waiting.
    rewrite(file, file, (text) => text.replace(/^(\["ntf_0".*?)"(cancelled|sending)"/m, '$1"pending"'));
    const soFar = load.tally.answers;
    await vi.waitUntil(() => load.tally.answers > soFar + 20, { timeout: 120_000 });
    await load.stop();
    ever = ids();
    expect(Object.keys(load.tally.statuses)).toEqual(["201"]);
    await server.stop();
  });

  async function restored(into: DatabaseKind): Promise<Place> {
    const target = await placeLike(into, place);
    const { code, stdout, stderr } = await retest(["restore", file], target.settings);
    expect([code, stderr, stdout]).toEqual([
      0,
      "",
      expect.stringMatching(/^Restored \d+ rows and 2 files, as they were at /),
    ]);
    return target;
  }

  async function expectAsItWas(target: Place): Promise<void> {
    expect((await wholeCommand(["doctor"], target.settings)).stdout).toBe("1 app examined, 0 differences.\n");
    const server = await start(target);
    const ask = (method: string, path: string, body?: unknown) => call(server.address, key, method, path, body);
    const there: string[] = [];
    for (let cursor = ""; ; ) {
      const page = await ask("GET", `/issues?app=${app.id}&limit=200${cursor}`);
      there.push(...page.data.map(({ id }: { id: string }) => id));
      if (page.next_cursor === null) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    expect(there.filter((id) => id !== issue && !ever.includes(id))).toEqual([]);
    expect(there).toEqual(expect.arrayContaining(before));
    expect((await ask("GET", `/issues?app=${app.id}&q=picture`)).data.map(({ id }: { id: string }) => id)).toEqual([
      issue,
    ]);
    // The secret that was sealed opens again, and the webhook takes what comes.
    expect((await fetch(server.address + hook, { method: "POST", body: '{"title":"after"}' })).status).toBe(201);
    const { data: notifications } = await ask("GET", `/apps/${app.id}/notifications`);
    expect(notifications.map(({ id, state }: { id: string; state: string }) => [id, state])).toEqual([
      ["ntf_1", "interrupted"],
      ["ntf_0", "interrupted"],
    ]);
    const { data: audit } = await ask("GET", "/audit?action=workspace.restored");
    expect(audit).toEqual([expect.objectContaining({ actor: expect.objectContaining({ kind: "command_line" }) })]);
    expect((await ui(server.address, "GET", "/me", undefined, { ...SAME_ORIGIN, cookie })).status).toBe(401);
    const again = { email: "ada@example.com", password: PASSWORD };
    const fresh = (await ui(server.address, "POST", "/session", again)).cookie!;
    const shown = await fetch(`${server.address}/ui/v1${attachmentPath(issue)}/shot.png`, {
      headers: { cookie: fresh },
    });
    expect(Buffer.from(await shown.arrayBuffer()).equals(picture)).toBe(true);
    const proof = await fetch(`${server.address}/ui/v1${attachmentPath(result)}/proof.png`, {
      headers: { cookie: fresh },
    });
    expect(Buffer.from(await proof.arrayBuffer()).equals(PNG)).toBe(true);
    await server.stop();
  }

  test("a backup taken under load restores to a database on which doctor finds nothing", async () => {
    await expectAsItWas(await restored(kind));
  });

  test("the same file restores to the other database", async () => {
    await expectAsItWas(await restored(kind === "sqlite" ? "postgres" : "sqlite"));
  });

  test("what is not empty, or in use, is overwritten only when that is said and nobody uses it", async () => {
    const { settings } = place;
    const refused = await retest(["restore", file], settings);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(/is not empty: give --overwrite/)]);
    const server = await start(place);
    const inUse = await retest(["restore", file, "--overwrite"], settings);
    expect([inUse.code, inUse.stderr]).toEqual([2, expect.stringMatching(/stop (it|the server) first\.\n$/)]);
    expect(
      (await call(server.address, key, "POST", "/issues", { app: app.id, check: "PAY-1", text: "later" })).status,
    ).toBe(201);
    await server.stop();
    const done = await retest(["restore", file, "--overwrite"], settings);
    expect([done.code, done.stderr]).toEqual([0, ""]);
    expect((await wholeCommand(["doctor"], settings)).stdout).toBe("1 app examined, 0 differences.\n");
    if (kind === "sqlite") expect(readdirSync(settings.RETEST_DATA_DIR!)).toContain("before-restore.db");
  });

  test("with another secret key nothing is restored, and the sentence says what is needed", async () => {
    const other = await placeLike(kind, place);
    other.settings.RETEST_SECRET_KEY = "another key that nobody can guess 123";
    const { code, stderr } = await retest(["restore", file], other.settings);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^retest: RETEST_SECRET_KEY is not the key that was in use when this backup/),
    ]);
    expect(existsSync(join(other.settings.RETEST_DATA_DIR!, "retest.db"))).toBe(false);
  });

  test("a file that is cut short, damaged, from later or no backup at all leaves everything as it was", async () => {
    const target = await placeLike(kind, place);
    const spoilt = join(folder, `${kind}.spoilt`);
    const spoil: [reason: RegExp, spoilt: string | ((text: string) => string)][] = [
      [/is incomplete/, (text) => `${text.split("\n").slice(0, -2).join("\n")}\n`],
      [/rows can't be written to the database/, (text) => text.replace(/^\["wsp_.*\n/m, "")],
    ];
    if (kind === "sqlite") {
      spoil.push(
        [/damaged/, "cut"],
        [/damaged/, "not a backup"],
        [
          /has a line that can't be read/,
          (text) => text.replace(/^\{"table":"app",/m, '{"table":"app;drop table app",'),
        ],
        [/newer version of Retest/, (text) => text.replace('"format":1', '"format":2')],
        [/newer Retest/, (text) => text.replace(/"schema":\d+/, '"schema":99')],
      );
    }
    for (const [reason, change] of spoil) {
      if (change === "cut") writeFileSync(spoilt, readFileSync(file).subarray(0, -100));
      else if (typeof change === "string") writeFileSync(spoilt, change);
      else rewrite(file, spoilt, change);
      const { code, stdout, stderr } = await retest(["restore", spoilt], target.settings);
      expect([code, stdout]).toEqual([expect.toBeOneOf([1, 2]), ""]);
      expect(stderr).toMatch(/^retest: [^\n]+\.\n$/);
      expect(stderr).toMatch(reason);
    }
    expect(existsSync(join(target.settings.RETEST_DATA_DIR!, "restoring"))).toBe(false);
    expect((await retest(["restore", file], target.settings)).code).toBe(0);
  });
});

test("a backup is not written over a file, and an empty data folder has none", async () => {
  const place = await freshPlace("sqlite");
  places.push(place);
  const nothing = await wholeCommand(["backup", join(folder, "none")], place.settings);
  expect([nothing.code, nothing.stderr]).toEqual([
    2,
    expect.stringMatching(/^retest: There is no database at .*: nothing to back up\.\n$/),
  ]);
  await place.key("viewer");
  const file = join(folder, "taken");
  writeFileSync(file, "mine");
  expect((await wholeCommand(["backup", file], place.settings)).stderr).toBe(
    `retest: ${file} exists already: choose another name.\n`,
  );
  expect(readFileSync(file, "utf8")).toBe("mine");
});
