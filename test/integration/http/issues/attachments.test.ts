// Screenshots and recordings of an issue: what is taken, how it is named, how much of it, and what the history says.
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { filesFolder } from "../../../../src/startup/config.ts";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import { ask, dataOf, outcomeOf } from "../../../support/checks/route-table.ts";
import { rowsOf, SAME_ORIGIN, ui } from "../../../support/clients/person-client.ts";
import { exchangeRaw, openRaw, request } from "../../../support/clients/raw-socket.ts";
import {
  attach,
  attachmentPath,
  download,
  GIF,
  grown,
  JPEG,
  MKV,
  MOV,
  MP4,
  PNG,
  WEBM,
  WEBP,
} from "../../../support/samples/sample-files.ts";
import { createWorld, DATABASES, type World } from "../../../support/server/test-server.ts";

const MB = 1_048_576;

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  let app: string;
  let tester: string;
  let id: string;
  beforeAll(async () => {
    world = await createWorld(kind);
    app = (await world.app()).id;
    tester = await world.person("tester");
  });
  beforeEach(async () => {
    id = (await dataOf(world, "POST", "/issues", { app, check: "PAY-1", text: "Broken" })).id;
  });
  afterAll(() => world.close());

  const send = (name: string, file: Buffer, headers?: Record<string, string>) =>
    attach(world, tester, id, name, file, headers);
  const listed = async () => (await dataOf(world, "GET", `/issues/${id}`)).attachments;
  const history = async () => (await dataOf(world, "GET", `/issues/${id}/history`)) as { kind: string }[];
  const files = () => {
    const folder = filesFolder(world.config);
    const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
    return names.filter((name) => statSync(join(folder, name)).isFile()).sort();
  };
  const expectUntouched = async (before: string[]) => {
    expect(await listed()).toEqual([]);
    expect(await history()).toHaveLength(1);
    expect(files()).toEqual(before);
  };

  test.each([
    ["shot.png", "screenshot", "image/png", PNG],
    ["shot.jpg", "screenshot", "image/jpeg", JPEG],
    ["shot.gif", "screenshot", "image/gif", GIF],
    ["shot.webp", "screenshot", "image/webp", WEBP],
    ["film.mp4", "recording", "video/mp4", MP4],
    ["film.mov", "recording", "video/quicktime", MOV],
    ["film.webm", "recording", "video/webm", WEBM],
    ["film.mkv", "recording", "video/x-matroska", MKV],
  ])("%s is taken as a %s, and comes back as %s byte for byte", async (name, what, type, start) => {
    const file = grown(start, 100_000);
    const answer = await ask(world, tester, "POST", `${attachmentPath(id)}?name=${name}`, file);
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({ id, attachments: [{ name, kind: what }] });
    expect(answer.body.data).toEqual(await dataOf(world, "GET", `/issues/${id}`));
    const back = await download(world, await world.person("viewer"), id, name);
    expect([back.status, back.headers.get("content-type")]).toEqual([200, type]);
    expect(back.bytes.equals(file)).toBe(true);
    expect(await world.problems()).toEqual([]);
  });

  test.each([
    ["SVG", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', "image/png"],
    ["HTML", "<!doctype html><p>Hello", "image/png"],
    ["JSON", '{"app": "x"}', "application/json"],
    ["HEIC", "\0\0\0\x18ftypheic\0\0\0\0", "image/heic"],
    [
      "a form that holds a picture",
      `--x\r\ncontent-type: image/png\r\n\r\n${PNG.toString("latin1")}`,
      "multipart/form-data; boundary=x",
    ],
    ["ZIP", "PK\x03\x04", "video/mp4"],
  ])("%s answers 415 and lists what is taken, and nothing happens", async (_what, text, type) => {
    const before = files();
    const answer = await send("shot.png", Buffer.from(text, "latin1"), { "content-type": type });
    for (const format of ["PNG", "JPEG", "GIF", "WebP", "MP4", "QuickTime", "WebM", "Matroska"]) {
      expectError(answer, 415, "unsupported_media_type", format);
    }
    await expectUntouched(before);
  });

  test.each([
    "text/html",
    "application/json",
    "application/x-www-form-urlencoded",
    "json",
    ";;;",
    "a,b",
    "image/svg+xml",
  ])("the header Content-Type: %s counts for nothing", async (type) => {
    expect((await send("shot.png", PNG, { "content-type": type })).status).toBe(201);
    expect((await download(world, tester, id, "shot.png")).headers.get("content-type")).toBe("image/png");
  });

  test("a file without a type is taken, and one sent in pieces of unknown length", async () => {
    const chunks = `5\r\n${PNG.toString("latin1", 0, 5)}\r\n${(PNG.length - 5).toString(16)}\r\n${PNG.toString("latin1", 5)}\r\n0\r\n\r\n`;
    const headers = [`Cookie: ${tester}`, "Sec-Fetch-Site: same-origin", "Transfer-Encoding: chunked"];
    const [answer] = await exchangeRaw(
      world.address,
      request(`POST /ui/v1${attachmentPath(id)}?name=a`, headers, chunks),
    );
    expect(answer!.status).toBe(201);
    expect((await download(world, tester, id, "a.png")).bytes.equals(PNG)).toBe(true);
  });

  test("an empty body answers 400 and says what to send", async () => {
    expectError(await send("shot.png", Buffer.alloc(0)), 400, "invalid_request", "file itself");
    const none = await world.call(tester, "POST", `${attachmentPath(id)}?name=shot.png`);
    expectError(none, 400, "invalid_request", "file itself");
  });

  test("the name is required, and nothing else is understood", async () => {
    const post = (query: string) => world.call(tester, "POST", attachmentPath(id) + query, PNG);
    expectError(await post(""), 400, "invalid_request", "name");
    expectError(await post("?name=a&kind=recording"), 400, "invalid_request", "kind");
    expectError(await post("?name=a&name=b"), 400, "invalid_request", "name");
    expectError(await post("?name=%ff"), 400, "invalid_request");
    expectError(await post("?name=a%00b"), 400, "invalid_request");
    expectError(await post(`?name=${"a".repeat(4_097)}`), 400, "invalid_request", "name");
  });

  test.each([
    ["../../../etc/passwd", "passwd.png"],
    ["..\\..\\boot.ini", "boot.ini.png"],
    ["page.html", "page.html.png"],
    ["an\u202egnp.exe", "angnp.exe.png"],
    ["a\r\nSet-Cookie: x.png", "a Set-Cookie: x.png"],
    ["100% & sure? #1.png", "100% & sure? #1.png"],
    ["снимок 🙂.png", "снимок 🙂.png"],
    ["..", "screenshot.png"],
    ["", "screenshot.png"],
    [`${"ü".repeat(300)}.png`, `${"ü".repeat(96)}.png`],
  ])("a file called %j is kept as %j, which finds it", async (given, name) => {
    expect((await send(given, PNG)).body.data.attachments).toEqual([{ name, kind: "screenshot" }]);
    const { status, headers } = await download(world, tester, id, name);
    expect(status).toBe(200);
    const disposition = headers.get("content-disposition")!;
    expect(disposition).toMatch(/^inline; filename\*=UTF-8''[\w%.~!-]+$/);
    expect(decodeURIComponent(disposition.split("''")[1]!)).toBe(name);
  });

  test("a screenshot has at most 10 MB, to the byte", async () => {
    const file = grown(PNG, 10 * MB + 1);
    expect((await send("most.png", file.subarray(0, 10 * MB))).status).toBe(201);
    const before = files();
    expectError(await send("more.png", file), 413, "too_large", "10 MB");
    expect(await listed()).toHaveLength(1);
    expect(files()).toEqual(before);
  });

  test("a recording has at most 100 MB, to the byte, and comes back whole", async () => {
    const file = Buffer.alloc(100 * MB, "0123456789");
    MP4.copy(file);
    expect((await send("most.mp4", file)).status).toBe(201);
    const back = await download(world, tester, id, "most.mp4");
    expect(back.bytes.equals(file)).toBe(true);
    expect((await ask(world, tester, "DELETE", attachmentPath(id, "most.mp4"))).status).toBe(200);
  });

  test("more than may be is refused before it was sent, if its length is announced", async () => {
    const before = files();
    const head = (length: number) =>
      request(`POST /ui/v1${attachmentPath(id)}?name=a`, [
        `Cookie: ${tester}`,
        "Sec-Fetch-Site: same-origin",
        `Content-Length: ${length}`,
      ]);
    const [film] = await exchangeRaw(world.address, head(100 * MB + 1));
    expectError(film!, 413, "too_large", "100 MB");
    const [picture] = await exchangeRaw(world.address, head(10 * MB + 1) + grown(PNG, 300).toString("latin1"));
    expectError(picture!, 413, "too_large", "10 MB");
    await expectUntouched(before);
  });

  test("more than may be is refused as soon as it has come, if its length is not announced", async () => {
    const before = files();
    const connection = await openRaw(world.address);
    const headers = [`Cookie: ${tester}`, "Sec-Fetch-Site: same-origin", "Transfer-Encoding: chunked"];
    connection.socket.write(request(`POST /ui/v1${attachmentPath(id)}?name=a`, headers));
    const piece = Buffer.concat([Buffer.from(`${MB.toString(16)}\r\n`), grown(GIF, MB), Buffer.from("\r\n")]);
    for (let sent = 0; sent < 12; sent++) connection.socket.write(piece);
    const [answer] = await connection.answers(1);
    expectError(answer!, 413, "too_large", "10 MB");
    await expectUntouched(before);
  });

  test("whoever leaves in the middle leaves nothing behind, and the next is served", async () => {
    const before = files();
    const connection = await openRaw(world.address);
    const headers = [`Cookie: ${tester}`, "Sec-Fetch-Site: same-origin", `Content-Length: ${5 * MB}`];
    connection.socket.write(request(`POST /ui/v1${attachmentPath(id)}?name=a`, headers));
    connection.socket.write(grown(PNG, MB));
    await expect.poll(() => files().length).toBe(before.length + 1);
    connection.socket.destroy();
    await expect.poll(files).toEqual(before);
    await expectUntouched(before);
    expect((await send("shot.png", PNG)).status).toBe(201);
  });

  test("an issue has at most 20, also when they come at once", async () => {
    for (let n = 1; n <= 16; n++) expect((await send("shot.png", PNG)).status).toBe(201);
    const others = await Promise.all(Array.from({ length: 4 }, () => world.person("tester")));
    const answers = await Promise.all(
      [...others, ...others].map((person) => attach(world, person, id, "shot.png", PNG)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 413, 413, 413, 413]);
    expectError(answers.find(({ status }) => status === 413)!, 413, "too_large", "20");
    expect(await listed()).toHaveLength(20);
    expectError(await send("shot.png", PNG), 413, "too_large", "20");
    await world.call(tester, "DELETE", attachmentPath(id, "shot 7.png"));
    expect((await send("shot.png", PNG)).status).toBe(201);
  });

  test("files of one name that come at once, on two servers, all survive under names of their own", async () => {
    const other = await world.anotherServer();
    const sent = Array.from({ length: 6 }, (_, i) => grown(PNG, 1_000 + i));
    const path = `${attachmentPath(id)}?name=shot.png`;
    const answers = await Promise.all(
      sent.map((file, i) => world.callAt(i % 2 ? other : world.address, tester, "POST", path, file)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 201));
    const names = (await listed()).map(({ name }: { name: string }) => name);
    expect(names).toEqual(["shot.png", ...[2, 3, 4, 5, 6].map((n) => `shot ${n}.png`)]);
    const back = await Promise.all(names.map((name: string) => download(world, tester, id, name)));
    expect(back.map(({ bytes }) => bytes.length).sort()).toEqual(sent.map((file) => file.length));
  });

  test("the history says what was attached and removed, and by whom", async () => {
    await send("shot.png", PNG);
    await send("film.mp4", MP4);
    await ask(world, tester, "DELETE", attachmentPath(id, "shot.png"));
    const by = "tester person";
    expect(await history()).toMatchObject([
      { kind: "detached", by, changes: { attachment: { name: "shot.png", kind: "screenshot" } } },
      { kind: "attached", by, changes: { attachment: { name: "film.mp4", kind: "recording" } } },
      { kind: "attached", by, changes: { attachment: { name: "shot.png", kind: "screenshot" } } },
      { kind: "raised" },
    ]);
  });

  test("a removed attachment is gone at once, and its name is never another's", async () => {
    await send("shot.png", PNG);
    const removed = await ask(world, tester, "DELETE", attachmentPath(id, "shot.png"));
    expect([removed.status, removed.body.data.attachments]).toEqual([200, []]);
    expect((await download(world, tester, id, "shot.png")).status).toBe(404);
    expect(outcomeOf(await ask(world, tester, "DELETE", attachmentPath(id, "shot.png")))).toBe("404 not_found");
    expect((await send("shot.png", GIF)).body.data.attachments).toEqual([{ name: "shot.png.gif", kind: "screenshot" }]);
    expect((await send("shot.png", PNG)).body.data.attachments[1]).toEqual({ name: "shot 2.png", kind: "screenshot" });
    expect(await world.problems()).toEqual([]);
  });

  test("removed twice at once, it is removed once", async () => {
    await send("shot.png", PNG);
    const path = attachmentPath(id, "shot.png");
    const answers = await Promise.all(Array.from({ length: 6 }, () => world.call(tester, "DELETE", path)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404]);
    expect((await history()).filter((entry) => entry.kind === "detached")).toHaveLength(1);
  });

  test("attaching leaves the rest of the issue as it is, fixed or not", async () => {
    await dataOf(world, "POST", `/issues/${id}/fix`);
    const before = await dataOf(world, "GET", `/issues/${id}`);
    const attachments = [{ name: "shot.png", kind: "screenshot" }];
    expect((await send("shot.png", PNG)).body.data).toEqual({ ...before, attachments });
    expect((await dataOf(world, "GET", `/issues?app=${app}&status=fixed`))[0].attachments).toEqual(attachments);
    await dataOf(world, "POST", `/issues/${id}/fix`, { fixed: false });
    expect(await listed()).toEqual(attachments);
  });

  test("names are of one issue: another one's attachment is not found by them", async () => {
    await send("shot.png", PNG);
    const other = (await dataOf(world, "POST", "/issues", { app, check: "PAY-1", text: "Other" })).id;
    expect((await download(world, tester, other, "shot.png")).status).toBe(404);
    for (const name of ["nothing.png", "../shot.png", "..", "shot.png\u0000", "a".repeat(150)]) {
      expect((await download(world, tester, id, name)).status).toBe(404);
    }
  });

  test("only a page of this server may attach, whatever the type of the body", async () => {
    const path = `${attachmentPath(id)}?name=shot.png`;
    const post = (headers: Record<string, string>) =>
      ui(world.address, "POST", path, PNG.toString("latin1"), { cookie: tester, ...headers });
    const elsewhere: Record<string, string>[] = [
      { "sec-fetch-site": "cross-site" },
      { origin: "https://evil.example.com" },
      {},
    ];
    for (const type of ["text/plain", "image/png", "multipart/form-data", "application/json"]) {
      for (const from of elsewhere) {
        const answer = await post({ "content-type": type, ...from });
        expectError(answer, 403, "forbidden", "another site");
      }
    }
    const remove = await ui(world.address, "DELETE", attachmentPath(id, "shot.png"), undefined, { cookie: tester });
    expectError(remove, 403, "forbidden");
    expect(await listed()).toEqual([]);
    const json = await ui(world.address, "PATCH", `/issues/${id}`, '{"text":"x"}', {
      ...SAME_ORIGIN,
      cookie: tester,
      "content-type": "text/plain",
    });
    expectError(json, 403, "forbidden", "JSON");
  });

  test("keys have no attachments", async () => {
    const path = `${attachmentPath(id)}?name=shot.png`;
    expect(outcomeOf(await world.call(world.admin, "POST", path, PNG))).toBe("404 not_found");
    await send("shot.png", PNG);
    expect(outcomeOf(await world.call(world.admin, "GET", attachmentPath(id, "shot.png")))).toBe("404 not_found");
  });

  test("somebody who sends too many at once is asked to wait, and others are not", async () => {
    const person = await world.person("tester");
    const headers = [`Cookie: ${person}`, "Sec-Fetch-Site: same-origin", `Content-Length: ${MB}`];
    const before = files().length;
    const open = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const connection = await openRaw(world.address);
        connection.socket.write(request(`POST /ui/v1${attachmentPath(id)}?name=a`, headers));
        connection.socket.write(grown(PNG, 1_000));
        return connection;
      }),
    );
    await expect.poll(() => files().length).toBe(before + 6);
    const answer = await attach(world, person, id, "shot.png", PNG);
    expectError(answer, 429, "rate_limited");
    expect(answer.headers.get("retry-after")).toBe("5");
    expect((await send("shot.png", PNG)).status).toBe(201);
    for (const { socket } of open) socket.destroy();
    await expect.poll(async () => (await attach(world, person, id, "shot.png", PNG)).status).toBe(201);
  });

  test("the bytes are in the folder and not in the database", async () => {
    const before = files();
    const marked = Buffer.concat([PNG, Buffer.from("a mark to look for")]);
    await send("shot.png", marked);
    expect(files()).toHaveLength(before.length + 1);
    const [row] = await rowsOf(world, `select * from attachment where issue_id = '${id}'`);
    expect(files()).toContain(join(String(row!.file).slice(0, 2), String(row!.file).slice(2)));
    expect(JSON.stringify(row)).not.toContain("a mark");
    expect(await rowsOf(world, `select * from loose_file where file = '${row!.file}'`)).toEqual([]);
  });
});
