// Attachments in a bucket: the same promises as in a folder, also when the bucket fails.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { removeOrphanedFiles } from "../../../../src/engine/remove-orphaned-files.ts";
import { filesFolder } from "../../../../src/startup/config.ts";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import { dataOf } from "../../../support/checks/route-table.ts";
import { rowsOf } from "../../../support/clients/person-client.ts";
import { openRaw, request } from "../../../support/clients/raw-socket.ts";
import { type ObjectStorage, openObjectStorage } from "../../../support/fake-tools/object-storage.ts";
import { attach, attachmentPath, download, grown, MP4, PNG } from "../../../support/samples/sample-files.ts";
import { createWorld, DATABASES, type World } from "../../../support/server/test-server.ts";

const FILM = grown(MP4, 6_000_000);

describe.each(DATABASES)("on %s", (kind) => {
  let storage: ObjectStorage;
  let world: World;
  let tester: string;
  let id: string;
  const log: string[] = [];
  beforeAll(async () => {
    storage = await openObjectStorage("team-a/");
    world = await createWorld(kind, { bucket: storage.bucket, filesIn: "bucket" }, (line) => log.push(line));
    tester = await world.person("tester");
    const app = (await world.app()).id;
    id = (await dataOf(world, "POST", "/issues", { app, check: "PAY-1", text: "Broken" })).id;
  });
  afterEach(() => {
    storage.trouble = null;
    storage.asked.length = 0;
  });
  afterAll(async () => {
    await world.close();
    await storage.close();
  });

  const get = (name: string, headers: Record<string, string> = {}, method = "GET") =>
    download(world, tester, id, name, headers, method);
  const names = async () =>
    (await dataOf(world, "GET", `/issues/${id}`)).attachments.map(({ name }: { name: string }) => name);
  const keyOf = async (name: string) =>
    String((await rowsOf(world, `select file from attachment where issue_id = '${id}' and name = '${name}'`))[0]!.file);
  const sweep = (offset = 60_000) => removeOrphanedFiles(world.store, Date.now() + offset);

  test("they come back byte for byte, whole and in ranges, and none is in the folder", async () => {
    expect((await attach(world, tester, id, "shot.png", PNG)).status).toBe(201);
    expect((await attach(world, tester, id, "film.mp4", FILM)).status).toBe(201);
    expect((await get("shot.png")).bytes.equals(PNG)).toBe(true);
    const film = await get("film.mp4");
    expect([film.status, film.bytes.equals(FILM)]).toEqual([200, true]);
    const part = await get("film.mp4", { range: "bytes=5242870-5242899" });
    expect([part.status, part.headers.get("content-range")]).toEqual([206, "bytes 5242870-5242899/6000000"]);
    expect(part.bytes.equals(FILM.subarray(5_242_870, 5_242_900))).toBe(true);
    expect((await get("film.mp4", { range: "bytes=6000000-" })).status).toBe(416);
    const objects = [`team-a/${await keyOf("film.mp4")}`, `team-a/${await keyOf("shot.png")}`];
    expect(storage.objects().sort()).toEqual(objects.sort());
    expect(existsSync(filesFolder(world.config))).toBe(false);
  });

  test("HEAD, and a copy that a browser has, are answered without asking the bucket", async () => {
    const { headers } = await get("shot.png");
    storage.asked.length = 0;
    const head = await get("shot.png", {}, "HEAD");
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(PNG.length)]);
    expect((await get("shot.png", { "if-none-match": headers.get("etag")! })).status).toBe(304);
    expect(storage.asked).toEqual([]);
  });

  test("files that are still in the folder are read from there", async () => {
    await attach(world, tester, id, "old.png", PNG);
    const key = await keyOf("old.png");
    await world.store.files.remove(key);
    const folder = join(filesFolder(world.config), key.slice(0, 2));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, key.slice(2)), PNG);
    expect((await get("old.png")).bytes.equals(PNG)).toBe(true);
  });

  test("what was removed goes from the bucket and from the folder with the next sweep, and so does what nobody has acknowledged", async () => {
    const gone = [await keyOf("shot.png"), await keyOf("old.png")];
    for (const name of ["shot.png", "old.png"]) await world.call(tester, "DELETE", attachmentPath(id, name));
    // The file arrives, and no answer says so.
    storage.trouble = (asked) => (asked.startsWith("PUT") ? "lost" : undefined);
    expectError(await attach(world, tester, id, "lost.png", PNG), 503, "unavailable", "object storage");
    storage.trouble = null;
    expect(storage.objects()).toHaveLength(3);
    await sweep(-60_000);
    expect(storage.objects()).toHaveLength(3);
    expect(storage.objects()).toContain(`team-a/${gone[0]}`);
    await sweep();
    expect(storage.objects()).toEqual([`team-a/${await keyOf("film.mp4")}`]);
    expect(readdirSync(join(filesFolder(world.config), gone[1]!.slice(0, 2)))).toEqual([]);
    expect(await rowsOf(world, "select * from loose_file")).toEqual([]);
  });

  test("a sweep that the bucket refuses leaves the note, and is done the next time", async () => {
    await attach(world, tester, id, "later.png", PNG);
    await world.call(tester, "DELETE", attachmentPath(id, "later.png"));
    storage.trouble = (asked) => (asked.startsWith("DELETE") ? { status: 403, code: "AccessDenied" } : undefined);
    await expect(sweep()).rejects.toThrow("AccessDenied");
    storage.trouble = () => ({ status: 503 });
    const failures: Error[] = [];
    await removeOrphanedFiles(world.store, Date.now() + 60_000, (error) => failures.push(error));
    expect(failures.map(({ message }) => message)).toEqual([expect.stringContaining("503")]);
    expect(await rowsOf(world, "select * from loose_file")).toHaveLength(1);
    storage.trouble = null;
    await sweep();
    expect(await rowsOf(world, "select * from loose_file")).toEqual([]);
    expect(storage.objects()).toHaveLength(1);
  });

  test("while the bucket is away files are refused with 503, no row names one that is not there, and all else works", async () => {
    const before = await names();
    await storage.goAway();
    try {
      for (const file of [PNG, FILM]) {
        const refused = await attach(world, tester, id, "away.mp4", file);
        expectError(refused, 503, "unavailable", "The file can't be saved now: the object storage does not take it.");
        expect(refused.headers.get("retry-after")).toBe("1");
      }
      const { status, bytes } = await get("film.mp4");
      expect([status, JSON.parse(String(bytes)).error.code]).toEqual([503, "unavailable"]);
      expect((await world.call(tester, "PATCH", `/issues/${id}`, { text: "Still broken" })).status).toBe(200);
      expect(await names()).toEqual(before);
      expect((await fetch(`${world.address}/readyz`)).status).toBe(200);
    } finally {
      await storage.comeBack();
    }
    expect((await attach(world, tester, id, "back.png", PNG)).status).toBe(201);
    expect(await names()).toEqual([...before, "back.png"]);
    expect(await world.problems()).toEqual([]);
    expect(log.join()).toContain("the bucket fails: uploads and downloads are refused until it works again");
    expect(log.join()).not.toMatch(/AWS4-HMAC-SHA256|S3RVER/);
  });

  test("an upload that breaks off, or that is no picture, leaves nothing in the bucket", async () => {
    const before = storage.objects();
    const wrong = await attach(world, tester, id, "shot.png", Buffer.from("<svg/>"));
    expect(wrong.status).toBe(415);
    const sender = await openRaw(world.address);
    const headers = [`Cookie: ${tester}`, "Sec-Fetch-Site: same-origin", `Content-Length: ${FILM.length}`];
    sender.socket.write(request(`POST /ui/v1${attachmentPath(id)}?name=half.mp4`, headers));
    sender.socket.write(FILM.subarray(0, 5_500_000));
    await expect.poll(() => storage.asked.some((asked) => asked.includes("partNumber=1"))).toBe(true);
    sender.socket.destroy();
    await expect.poll(() => storage.asked.some((asked) => /^DELETE .*uploadId/.test(asked))).toBe(true);
    expect(storage.objects()).toEqual(before);
    expect(await names()).not.toContain("half.mp4");
  });
});
