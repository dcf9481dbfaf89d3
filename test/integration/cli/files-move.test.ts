// `retest files move`, and what the doctor and backups do with files in a bucket.
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { filesFolder } from "../../../src/startup/config.ts";
import { dataOf } from "../../support/checks/route-table.ts";
import { command } from "../../support/clients/command.ts";
import { rowsOf } from "../../support/clients/person-client.ts";
import type { Settings } from "../../support/clients/run-cli.ts";
import { behind } from "../../support/database/direct-sql.ts";
import { type ObjectStorage, openObjectStorage } from "../../support/fake-tools/object-storage.ts";
import { attach, attachmentPath, download, grown, MP4, PNG } from "../../support/samples/sample-files.ts";
import { freshPlace } from "../../support/server/cli-settings.ts";
import { createWorld, DATABASES, type World } from "../../support/server/test-server.ts";

const FILES: Record<string, Buffer> = {
  "a.png": PNG,
  "b.png": grown(PNG, 300_000),
  "c.mp4": grown(MP4, 5_500_000),
  "d.png": grown(PNG, 1_000),
};

describe.each(DATABASES)("on %s", (kind) => {
  let storage: ObjectStorage;
  let world: World;
  let tester: string;
  let id: string;
  let toBucket: Settings;
  let toFolder: Settings;
  beforeAll(async () => {
    storage = await openObjectStorage("retest/");
    world = await createWorld(kind, { bucket: storage.bucket, filesIn: "folder" });
    const { dataDir, databaseUrl, secretKey } = world.config;
    const place = { RETEST_DATA_DIR: dataDir, RETEST_SECRET_KEY: secretKey, ...storage.settings };
    toBucket = databaseUrl === null ? place : { ...place, DATABASE_URL: databaseUrl };
    toFolder = { ...toBucket, RETEST_FILES_IN: "folder" };
    tester = await world.person("tester");
    const app = (await world.app()).id;
    id = (await dataOf(world, "POST", "/issues", { app, check: "PAY-1", text: "Broken" })).id;
    for (const [name, file] of Object.entries(FILES)) await attach(world, tester, id, name, file);
  });
  afterEach(() => {
    storage.trouble = null;
  });
  afterAll(async () => {
    await world.close();
    await storage.close();
  });

  const inFolder = () => {
    const folder = filesFolder(world.config);
    const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
    return names.filter((name) => statSync(join(folder, name)).isFile());
  };
  const keyOf = async (name: string) =>
    String((await rowsOf(world, `select file from attachment where issue_id = '${id}' and name = '${name}'`))[0]!.file);
  const expectAllThere = async () => {
    for (const [name, file] of Object.entries(FILES)) {
      const { status, bytes } = await download(world, tester, id, name);
      expect([name, status, bytes.equals(file)]).toEqual([name, 200, true]);
    }
  };
  const counts = () => [inFolder().length, storage.objects().length];

  test("every file moves to the bucket, and is read all the while", async () => {
    const moving = command(["files", "move"], toBucket);
    let isMoving = true;
    void moving.finally(() => {
      isMoving = false;
    });
    do await expectAllThere();
    while (isMoving);
    const bytes = Object.values(FILES).reduce((sum, { length }) => sum + length, 0);
    const said = `Moved 4 files (${bytes.toLocaleString("en")} bytes) to the bucket files.\n`;
    expect(await moving).toMatchObject({ code: 0, stdout: said });
    expect(counts()).toEqual([0, 4]);
    await expectAllThere();
    expect(await command(["doctor"], toBucket)).toMatchObject({ code: 0 });
    expect((await command(["files", "move"], toBucket)).stdout).toContain("Moved 0 files");
  });

  test("a move that the bucket ends in the middle is gone on with, and nothing is missing meanwhile", async () => {
    let reads = 0;
    storage.trouble = (asked) => (asked.startsWith("GET /files/retest") && ++reads > 3 ? { status: 503 } : undefined);
    const { code, stderr } = await command(["files", "move"], toFolder);
    expect([code, stderr]).toEqual([2, expect.stringContaining("RETEST_S3_ENDPOINT")]);
    storage.trouble = null;
    const [folder, bucket] = counts();
    expect(folder).toBeGreaterThan(0);
    expect(bucket).toBeGreaterThan(0);
    await expectAllThere();
    expect(await command(["doctor"], toFolder)).toMatchObject({ code: 0 });
    expect((await command(["files", "move"], toFolder)).code).toBe(0);
    expect(counts()).toEqual([4, 0]);
    await expectAllThere();
  });

  test("a file that is not what was attached is named, and stays; one that is erased meanwhile does not come back", async () => {
    const [damaged, erased] = [await keyOf("b.png"), await keyOf("d.png")];
    const path = join(filesFolder(world.config), damaged.slice(0, 2), damaged.slice(2));
    writeFileSync(path, grown(MP4, 300_000));
    await attach(world, tester, id, "gone.png", PNG);
    await world.call(tester, "DELETE", attachmentPath(id, "gone.png"));
    let erasing: Promise<unknown> | undefined;
    storage.trouble = (asked) => {
      if (asked.startsWith("PUT") && asked.includes(erased)) {
        erasing ??= behind(world, `update attachment set file = null where file = '${erased}'`);
      }
      return undefined;
    };
    const { code, stderr } = await command(["files", "move"], toBucket);
    expect([code, stderr]).toEqual([
      1,
      `issue ${id}: "b.png" is damaged: its bytes are not those that were attached\n`,
    ]);
    await erasing;
    const left = [damaged, await keyOf("gone.png").catch(() => "")].filter((key) => key !== "null");
    expect(inFolder().some((name) => name.includes(left[0]!.slice(2)))).toBe(true);
    expect(storage.objects()).not.toContain(`retest/${erased}`);
    expect(storage.objects()).toHaveLength(2);
    await behind(world, `update attachment set file = '${erased}' where issue_id = '${id}' and name = 'd.png'`);
    writeFileSync(path, FILES["b.png"]!.subarray(0, 1_000));
    expect((await command(["files", "move"], toBucket)).stderr).toContain('"b.png" is damaged');
    writeFileSync(path, FILES["b.png"]!);
    expect((await command(["files", "move"], toBucket)).code).toBe(0);
  });

  test("one move runs at a time; one that was killed is in the way for a minute only", async () => {
    const lock = join(filesFolder(world.config), "moving");
    writeFileSync(lock, "");
    const { code, stderr } = await command(["files", "move"], toBucket);
    expect([code, stderr]).toEqual([2, expect.stringContaining("Files are being moved already")]);
    const longAgo = new Date(Date.now() - 120_000);
    utimesSync(lock, longAgo, longAgo);
    expect((await command(["files", "move"], toBucket)).code).toBe(0);
    expect(existsSync(lock)).toBe(false);
    const { RETEST_DATA_DIR, RETEST_SECRET_KEY } = toBucket;
    const alone = await command(["files", "move"], {
      RETEST_DATA_DIR: RETEST_DATA_DIR!,
      RETEST_SECRET_KEY: RETEST_SECRET_KEY!,
    });
    expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining("RETEST_S3_BUCKET")]);
  });

  test("the doctor reports what is missing or of another size, notes what nothing names, and says if it can't look", async () => {
    const key = await keyOf("a.png");
    await behind(world, `update attachment set file = 'x' where issue_id = '${id}' and name = 'a.png'`);
    const missing = await command(["doctor"], toBucket);
    expect(missing.code).toBe(1);
    expect(missing.stdout).toContain(`files: issue ${id}: the file of "a.png" is missing`);
    expect(missing.stdout).toContain(
      `1 file that nothing names and that will stay, from before a restore or of another database: ${key}`,
    );
    await behind(world, `update attachment set file = '${key}', size = 7 where issue_id = '${id}' and name = 'a.png'`);
    const shorter = await command(["doctor"], toBucket);
    expect(shorter.stdout).toContain(`the file of "a.png" has ${PNG.length} bytes, should have 7`);
    await behind(world, `update attachment set size = ${PNG.length} where issue_id = '${id}' and name = 'a.png'`);
    storage.trouble = () => ({ status: 403, code: "AccessDenied" });
    const blind = await command(["doctor"], toBucket);
    expect([blind.code, blind.stdout]).toEqual([
      1,
      expect.stringContaining("files: RETEST_S3_ACCESS_KEY may not list"),
    ]);
  });

  test("a backup has the files of the bucket, or leaves them out, and is not made if the bucket fails", async () => {
    const others = [await freshPlace(kind), await freshPlace(kind)] as const;
    try {
      const [first, second] = others.map(({ settings }) => ({
        ...settings,
        RETEST_SECRET_KEY: world.config.secretKey,
      }));
      const [whole, bare] = [join(world.config.dataDir, "whole"), join(world.config.dataDir, "bare")];
      storage.trouble = () => ({ status: 503 });
      const failed = await command(["backup", whole], toBucket);
      expect([failed.code, failed.stderr, existsSync(whole)]).toEqual([
        2,
        expect.stringContaining("RETEST_S3_ENDPOINT"),
        false,
      ]);
      storage.trouble = null;
      expect((await command(["backup", whole], toBucket)).stdout).toMatch(/ rows and \d files to /);
      expect((await command(["backup", bare, "--without-files"], toBucket)).stdout).toContain(" rows and 0 files to ");
      const restored = await command(["restore", bare], first);
      expect([restored.code, restored.stdout]).toEqual([0, expect.stringContaining("made without the attached files")]);
      expect((await command(["doctor"], first)).stdout).toContain(`the file of "c.mp4" is missing`);
      expect((await command(["restore", whole], second)).code).toBe(0);
      expect(await command(["doctor"], second)).toMatchObject({ code: 0 });
    } finally {
      for (const other of others) await other.remove();
    }
  });
});
