// `retest files move`, and what the doctor and backups do with files in a bucket.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { releaseFileMoveLock, takeFileMoveLock } from "../../../src/actions/attachments/file-move-lock.ts";
import { holdFileMoveLock } from "../../../src/cli/hold-file-move-lock.ts";
import { filesFolder } from "../../../src/startup/config.ts";
import { dataOf } from "../../support/checks/route-table.ts";
import { freshPlace } from "../../support/clients/cli-settings.ts";
import { command } from "../../support/clients/command.ts";
import { join as joinWorkspace, rowsOf } from "../../support/clients/person-client.ts";
import type { Settings } from "../../support/clients/run-cli.ts";
import { behind } from "../../support/database/direct-sql.ts";
import { type ObjectStorage, openObjectStorage } from "../../support/fake-tools/object-storage.ts";
import { attach, attachmentPath, download, grown, MP4, PNG } from "../../support/samples/sample-files.ts";
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
    const nothing = `Nothing is left to move from ${filesFolder(world.config)}.\n`;
    const said = `Moved 4 files (${bytes.toLocaleString("en")} bytes) to the bucket files.\n${nothing}`;
    expect(await moving).toMatchObject({ code: 0, stdout: said });
    expect(counts()).toEqual([0, 4]);
    await expectAllThere();
    expect(await command(["doctor"], toBucket)).toMatchObject({ code: 0 });
    const again = await command(["files", "move"], toBucket);
    expect(again).toMatchObject({ code: 0, stdout: `Moved 0 files (0 bytes) to the bucket files.\n${nothing}` });
    const unnamed = join(filesFolder(world.config), "ab");
    mkdirSync(unnamed, { recursive: true });
    writeFileSync(join(unnamed, "c".repeat(30)), "x");
    expect((await command(["files", "move"], toBucket)).stdout).toContain("What nothing names stays there: 1 file,");
    rmSync(unnamed, { recursive: true });
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
        return { after: erasing };
      }
      return undefined;
    };
    const { code, stdout, stderr } = await command(["files", "move"], toBucket);
    expect(stdout).toContain(`1 file could not be moved from ${filesFolder(world.config)}.`);
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

  test("one move runs at a time, from whichever machine; one that was killed is in the way for two minutes only", async () => {
    const { performer } = world.store;
    const turn = (await performer.perform(takeFileMoveLock, { minutes: [] }))!;
    // The other move comes from another machine, with another folder, on the same database.
    const elsewhere = await freshPlace("sqlite");
    const other = kind === "sqlite" ? toBucket : { ...toBucket, RETEST_DATA_DIR: elsewhere.settings.RETEST_DATA_DIR! };
    const { code, stderr } = await command(["files", "move"], other);
    expect([code, stderr]).toEqual([2, expect.stringContaining("Files are being moved already")]);
    expect(await performer.perform(takeFileMoveLock, turn)).not.toBeNull();
    await behind(world, "update counter set period = period - 180000 where scope = 'files:moving'");
    expect((await command(["files", "move"], toBucket)).code).toBe(0);
    // It lets go when it is done, and of many who come at once one gets the turn.
    const taken = await Promise.all(
      Array.from({ length: 8 }, () => performer.perform(takeFileMoveLock, { minutes: [] })),
    );
    const [mine, ...others] = taken.filter((one) => one !== null);
    expect(others).toEqual([]);
    await performer.perform(releaseFileMoveLock, { minutes: mine!.minutes });
    await elsewhere.remove();
    const { RETEST_DATA_DIR, RETEST_SECRET_KEY } = toBucket;
    const alone = await command(["files", "move"], {
      RETEST_DATA_DIR: RETEST_DATA_DIR!,
      RETEST_SECRET_KEY: RETEST_SECRET_KEY!,
    });
    expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining("RETEST_S3_BUCKET")]);
  });

  test("a move that could not say for a minute that it goes on removes nothing more", async () => {
    const now = vi.spyOn(performance, "now");
    try {
      const turn = await holdFileMoveLock(world.store.performer);
      turn.require();
      const later = performance.now() + 120_000;
      now.mockReturnValue(later);
      expect(() => turn.require()).toThrow("somebody else may move them: run it again");
      await turn.release();
    } finally {
      now.mockRestore();
    }
  });

  test("a bucket that is away is told as that by every command that needs it, and not as the database", async () => {
    const away = { ...toBucket, RETEST_S3_ENDPOINT: "http://127.0.0.1:1" };
    const { email } = await joinWorkspace(world);
    await behind(world, `insert into loose_file (file, since) values ('${"0".repeat(32)}', 0)`);
    // The bucket refuses to delete, or the server, which still reaches it, may remove the file in the meantime.
    storage.trouble = (asked) => (asked.startsWith("DELETE") ? { status: 503 } : undefined);
    const { code, stderr } = await command(["erase", "person", email, "--confirm", email], away);
    storage.trouble = null;
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining("RETEST_S3_ENDPOINT http://127.0.0.1:1: the bucket can't be reached (ECONNREFUSED)."),
    ]);
    expect(stderr).not.toContain("DATABASE_URL");
    expect((await command(["erase", "person", email, "--confirm", email], toBucket)).code).toBe(0);
  });

  test("a backup is not made if a file can't be read, whatever the reason; only one that is not there is missing", async () => {
    const key = await keyOf("a.png");
    const folder = join(filesFolder(world.config), key.slice(0, 2));
    const file = join(folder, key.slice(2));
    expect((await command(["files", "move"], toFolder)).code).toBe(0);
    const backup = join(world.config.dataDir, "unreadable");
    const { RETEST_S3_BUCKET, ...rest } = toFolder;
    const alone = Object.fromEntries(
      Object.entries(rest).filter(([name]) => !name.startsWith("RETEST_S3_") && name !== "RETEST_FILES_IN"),
    );
    const expectNone = async (why: string) => {
      const { code, stderr } = await command(["backup", backup], alone);
      expect([code, stderr, existsSync(backup)]).toEqual([1, expect.stringContaining(why), false]);
      expect(stderr).toContain(`The attached file ${key} can't be read`);
    };
    renameSync(folder, `${folder}x`);
    writeFileSync(folder, "");
    await expectNone("ENOTDIR");
    rmSync(folder);
    renameSync(`${folder}x`, folder);
    renameSync(file, `${file}x`);
    symlinkSync(file, file);
    await expectNone("ELOOP");
    rmSync(file);
    const missing = await command(["backup", backup], alone);
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining("1 attached files are missing")]);
    rmSync(backup);
    renameSync(`${file}x`, file);
    expect(RETEST_S3_BUCKET).toBe("files");
    expect((await command(["backup", backup], alone)).code).toBe(0);
    expect((await command(["files", "move"], toBucket)).code).toBe(0);
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
