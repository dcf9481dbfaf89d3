// A disk that is full, or refuses to be written: 503 for writes, reads go on, and no manual step once it can again.
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { wholeCommand } from "../../support/clients/command.ts";
import { SAME_ORIGIN, ui } from "../../support/clients/person-client.ts";
import { call, type Settings } from "../../support/clients/run-cli.ts";
import { attachmentPath, grown, PNG } from "../../support/samples/sample-files.ts";
import { type Answer, sampleApp } from "../../support/server/test-server.ts";
import { canMount, type DiskTrouble, fullDisk, noGrowth } from "../../support/trouble/disk-trouble.ts";

const TROUBLES: [string, (settings: Settings) => Promise<DiskTrouble>][] = [
  ["a disk that fails to write", noGrowth],
  ...(canMount() ? ([["a full disk", fullDisk]] as [string, typeof fullDisk][]) : []),
];

describe.each(TROUBLES)("%s", (_, arrange) => {
  let dir: string;
  let key: string;
  let trouble: DiskTrouble;

  beforeEach(async () => {
    dir = join(mkdtempSync(join(tmpdir(), "retest-disk-")), "data");
    const settings = { RETEST_DATA_DIR: dir };
    const made = await wholeCommand(["key", "create", "--name", "CI", "--role", "admin", "--json"], settings);
    key = JSON.parse(made.stdout).key;
    trouble = await arrange(settings);
  });

  afterEach(async () => {
    await trouble.server.stop();
    rmSync(join(dir, ".."), { recursive: true, force: true });
  });

  test("writes answer 503, reads go on, nothing acknowledged is lost, and it works again when it can write", async () => {
    const { server, dataDir } = trouble;
    const { data: app } = await call(server.address, key, "POST", "/apps", sampleApp());
    const raised: string[] = [];
    const raise = async () => {
      const body = { app: app.id, check: "PAY-1", text: "x".repeat(4_000) };
      const answer = await call(server.address, key, "POST", "/issues", body);
      if (answer.status === 201) raised.push(answer.data.id);
      return answer;
    };
    const expectAll = async () => {
      const { status, data } = await call(server.address, key, "GET", "/issues?limit=200");
      expect(status).toBe(200);
      expect(data.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(raised));
    };
    expect((await raise()).status).toBe(201);

    trouble.begin();
    const answers = [await raise(), ...(await Promise.all(Array.from({ length: 40 }, raise))), await raise()];
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.length).toBeGreaterThan(30);
    for (const { status, error, headers } of refused) {
      expect([status, error.code, headers.get("retry-after")]).toEqual([503, "unavailable", "1"]);
    }
    await expectAll();
    expect((await call(server.address, key, "GET", `/apps/${app.id}`)).status).toBe(200);
    const ready = async () => (await fetch(`${server.address}/readyz`)).status;
    await expect.poll(ready).toBe(503);

    trouble.end();
    // The server becomes ready by itself: one that is not ready gets nothing to write.
    await expect.poll(ready).toBe(200);
    await expect.poll(async () => (await raise()).status).toBe(201);
    await expectAll();
    expect(server.process.exitCode).toBeNull();
    const { stdout } = server.output();
    expect(stdout.match(/"the database fails/g)).toHaveLength(1);
    expect(stdout).not.toContain("request failed");
    const copy = join(dir, "../copy");
    mkdirSync(copy);
    for (const name of ["retest.db", "retest.db-wal"]) copyFileSync(join(dataDir, name), join(copy, name));
    expect(await wholeCommand(["doctor"], { RETEST_DATA_DIR: copy })).toMatchObject({ code: 0 });
    const db = new DatabaseSync(join(copy, "retest.db"));
    expect(db.prepare("pragma integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
    db.close();
  });

  test("files answer 503 in the same shape, leave nothing half done, and are taken again when there is room", async () => {
    const { server, dataDir } = trouble;
    const token = () => /\/join#([\w-]{43})/.exec(server.output().stdout)?.[1];
    await expect.poll(token).toBeTruthy();
    const me = { token: token(), name: "Ada", email: "ada@example.com", password: "correct horse battery" };
    const { cookie } = await ui(server.address, "POST", "/invitations/accept", me);
    const headers = { ...SAME_ORIGIN, cookie: cookie! };
    const { data: app } = await call(server.address, key, "POST", "/apps", sampleApp());
    const raised = { app: app.id, check: "PAY-1", text: "Broken" };
    const { data: issue } = await call(server.address, key, "POST", "/issues", raised);
    const file = grown(PNG, 300_000);
    const send = async () => {
      const address = `${server.address}/ui/v1${attachmentPath(issue.id)}?name=shot.png`;
      const response = await fetch(address, { method: "POST", headers, body: new Uint8Array(file) });
      return { status: response.status, headers: response.headers, body: (await response.json()) as Answer["body"] };
    };
    const files = () =>
      readdirSync(join(dataDir, "files"), { recursive: true, encoding: "utf8" }).filter((name) =>
        statSync(join(dataDir, "files", name)).isFile(),
      );
    const back = async () => {
      const response = await fetch(`${server.address}/ui/v1${attachmentPath(issue.id, "shot.png")}`, { headers });
      return Buffer.from(await response.arrayBuffer()).equals(file);
    };
    expect((await send()).status).toBe(201);

    trouble.begin();
    const refused = [await send(), ...(await Promise.all([send(), send()])), await send()];
    for (const { status, headers: given, body } of refused) {
      expect([status, body.error.code, given.get("retry-after")]).toEqual([503, "unavailable", "1"]);
    }
    expect(files()).toHaveLength(1);
    expect(await back()).toBe(true);

    trouble.end();
    await expect.poll(async () => (await send()).status).toBe(201);
    expect(files()).toHaveLength(2);
    expect(await back()).toBe(true);
  });
});
