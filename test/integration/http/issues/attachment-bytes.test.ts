// The bytes of an attachment: as they were sent, in ranges, kept by browsers, and never anything that runs.
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { filesFolder } from "../../../../src/startup/config.ts";
import { dataOf } from "../../../support/checks/route-table.ts";
import { rowsOf } from "../../../support/clients/person-client.ts";
import { attach, attachmentPath, download, grown, MP4, PNG } from "../../../support/samples/sample-files.ts";
import { createWorld, DATABASES, type World } from "../../../support/server/test-server.ts";

const SIZE = 1_000_000;
const FILE = grown(MP4, SIZE);
const ETAG = `"${createHash("sha256").update(FILE).digest("hex")}"`;

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  let viewer: string;
  let id: string;
  beforeAll(async () => {
    world = await createWorld(kind);
    viewer = await world.person("viewer");
    const app = (await world.app()).id;
    id = (await dataOf(world, "POST", "/issues", { app, check: "PAY-1", text: "Broken" })).id;
    await attach(world, await world.person("tester"), id, "film.mp4", FILE);
  });
  afterAll(() => world.close());

  const get = (headers: Record<string, string> = {}, method = "GET") =>
    download(world, viewer, id, "film.mp4", headers, method);

  test("they come with a type of our own, and with headers that let them do nothing", async () => {
    const { status, headers, bytes } = await get();
    expect(status).toBe(200);
    expect(bytes.equals(FILE)).toBe(true);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "video/mp4",
      "content-length": String(SIZE),
      "accept-ranges": "bytes",
      "content-disposition": "inline; filename*=UTF-8''film.mp4",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "private, no-cache",
      etag: ETAG,
    });
    expect(headers.get("x-request-id")).toBeTruthy();
    expect(headers.get("set-cookie")).toBeNull();
  });

  test("HEAD answers the same headers and no bytes", async () => {
    const whole = await get();
    const head = await get({}, "HEAD");
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    const own = new Set(["x-request-id", "date", "connection", "keep-alive"]);
    const same = (headers: Headers) => Object.fromEntries([...headers].filter(([name]) => !own.has(name)));
    expect(same(head.headers)).toEqual(same(whole.headers));
  });

  test.each([
    ["bytes=0-0", 0, 0],
    ["bytes=0-99", 0, 99],
    ["bytes=500000-500009", 500_000, 500_009],
    ["bytes=999990-", 999_990, 999_999],
    ["bytes=0-", 0, 999_999],
    ["bytes=-10", 999_990, 999_999],
    ["bytes=-99999999", 0, 999_999],
    ["bytes=999999-999999999", 999_999, 999_999],
  ])("Range: %s answers 206 with those bytes", async (range, start, end) => {
    const { status, headers, bytes } = await get({ range });
    expect(status).toBe(206);
    expect(headers.get("content-range")).toBe(`bytes ${start}-${end}/${SIZE}`);
    expect(headers.get("content-length")).toBe(String(end - start + 1));
    expect(headers.get("etag")).toBe(ETAG);
    expect(bytes.equals(FILE.subarray(start, end + 1))).toBe(true);
  });

  test.each(["bytes=1000000-", "bytes=1000000-1000001", "bytes=-0", "bytes=999999999999999-"])(
    "Range: %s is outside the file and answers 416 with its size",
    async (range) => {
      const { status, headers, bytes } = await get({ range });
      expect(status).toBe(416);
      expect(headers.get("content-range")).toBe(`bytes */${SIZE}`);
      expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(JSON.parse(bytes.toString()).error).toMatchObject({ code: "range_not_satisfiable" });
    },
  );

  test.each([
    "bytes=0-1,5-6",
    "bytes=5-2",
    "bytes=-",
    "bytes=",
    "bytes=a-b",
    "bytes=0x1-",
    "items=0-5",
    "bytes 0-5",
    `bytes=${"9".repeat(400)}-`,
    "bytes=1e3-",
  ])("Range: %s can't be met as one range, and the whole file comes", async (range) => {
    const { status, bytes } = await get({ range });
    expect([status, bytes.length]).toEqual([200, SIZE]);
  });

  test("a range goes with the file it was meant for, or the whole of the present one comes", async () => {
    const range = "bytes=10-19";
    expect((await get({ range, "if-range": ETAG })).status).toBe(206);
    expect((await get({ range, "if-range": '"another"' })).status).toBe(200);
    expect((await get({ range, "if-range": `W/${ETAG}` })).status).toBe(200);
  });

  test("what a browser has already is not sent again", async () => {
    for (const known of [ETAG, `W/${ETAG}`, `"another", ${ETAG}`, "*"]) {
      const { status, headers, bytes } = await get({ "if-none-match": known });
      expect([status, bytes.length, headers.get("etag")]).toEqual([304, 0, ETAG]);
      expect(headers.get("cache-control")).toBe("private, no-cache");
    }
    expect((await get({ "if-none-match": '"another"' })).status).toBe(200);
  });

  test("knowing the bytes is no way in", async () => {
    const outsider = await world.person("admin", [(await world.app()).id]);
    for (const headers of [{ "if-none-match": ETAG }, { range: "bytes=0-0" }, {}] as Record<string, string>[]) {
      const answer = await download(world, outsider, id, "film.mp4", headers);
      expect([answer.status, answer.headers.get("etag")]).toEqual([404, null]);
    }
  });

  test("a reader who takes nothing makes the server hold a little of it, and one who leaves makes it let go", async () => {
    const big = grown(MP4, 30_000_000);
    await attach(world, await world.person("tester"), id, "big.mp4", big);
    const socket = connect({ host: "127.0.0.1", port: Number(new URL(world.address).port) });
    const before = process.memoryUsage().arrayBuffers;
    socket.pause();
    socket.write(`GET /ui/v1${attachmentPath(id, "big.mp4")} HTTP/1.1\r\nHost: localhost\r\nCookie: ${viewer}\r\n\r\n`);
    for (let n = 0; n < 5; n++) expect((await get({ range: "bytes=0-9" })).status).toBe(206);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(15_000_000);
    socket.destroy();
    expect((await download(world, viewer, id, "big.mp4")).bytes.equals(big)).toBe(true);
  });

  test("a file that is missing from the folder answers 503, and the rest goes on", async () => {
    const tester = await world.person("tester");
    await attach(world, tester, id, "lost.png", PNG);
    const [row] = await rowsOf(world, `select file from attachment where name = 'lost.png'`);
    const key = String(row!.file);
    rmSync(join(filesFolder(world.config), key.slice(0, 2), key.slice(2)));
    const { status, headers, bytes } = await download(world, viewer, id, "lost.png");
    expect([status, headers.get("content-type")]).toEqual([503, "application/json; charset=utf-8"]);
    expect(JSON.parse(bytes.toString()).error.code).toBe("unavailable");
    expect(bytes.toString()).not.toContain(key);
    expect((await world.call(tester, "DELETE", attachmentPath(id, "lost.png"))).status).toBe(200);
  });
});
