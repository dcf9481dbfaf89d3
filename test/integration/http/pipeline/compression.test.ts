// Answers leave compressed where that pays and gives nothing away, and mean the same in every coding.
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { API_ROUTES, UI_ROUTES } from "../../../../src/http/routes/all-routes.ts";
import { dataOf } from "../../../support/checks/route-table.ts";
import { attach, attachmentPath, PNG } from "../../../support/samples/sample-files.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const CHECKS = 700;
const DECODED = { br: brotliDecompressSync, gzip: gunzipSync };
const CODINGS = ["br", "gzip"] as const;

interface Raw {
  status: number;
  headers: IncomingMessage["headers"];
  bytes: Buffer;
}

const world = worldOf("sqlite");
let app: { id: string };
let paths: string[];
let exported: string;

/** As it came over the connection. */
async function ask(
  path: string,
  headers: Record<string, string> = {},
  { method = "GET", body = "", who = `Bearer ${world.admin}` } = {},
): Promise<Raw> {
  const credentials = who.startsWith("Bearer") ? { authorization: who } : { cookie: who };
  const asked = request(world.address + path, { method, headers: { ...credentials, ...headers }, agent: false });
  asked.end(body);
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  return { status: answer.statusCode!, headers: answer.headers, bytes: Buffer.concat(parts) };
}

const accepting = (coding: string) => ({ "accept-encoding": coding });

beforeAll(async () => {
  const checks = Array.from({ length: CHECKS }, (_, i) => ({ ref: `C-${i}`, title: `The cart keeps thing ${i}` }));
  const platforms = ["ios", "web"].map((code) => ({ code, label: code }));
  app = await world.app({ mode: "live", platforms, sections: [{ ref: "C", title: "Cart", checks }] });
  for (let n = 0; n < 12; n++) await dataOf(world, "POST", "/issues", { app: app.id, text: `Broken ${n} `.repeat(20) });
  paths = [
    `/apps/${app.id}/runbook`,
    `/apps/${app.id}/export?format=yaml`,
    `/apps/${app.id}/export?format=csv`,
    `/checks?app=${app.id}&limit=200`,
    "/issues",
  ].map((path) => `/api/v1${path}`);
  exported = (await ask(paths[1]!)).bytes.toString();
});

describe.each(CODINGS)("in %s", (coding) => {
  test("an answer is the same as without, much shorter, with its length, and says what it depends on", async () => {
    for (const path of paths) {
      const plain = await ask(path);
      const coded = await ask(path, accepting(coding));
      expect([path, plain.headers["content-encoding"], plain.headers.vary]).toEqual([
        path,
        undefined,
        "accept-encoding",
      ]);
      expect([path, coded.status, coded.headers["content-encoding"]]).toEqual([path, 200, coding]);
      expect(coded.headers.vary).toBe("accept-encoding");
      expect(Number(coded.headers["content-length"])).toBe(coded.bytes.length);
      expect(coded.bytes.length).toBeLessThan(plain.bytes.length / 3);
      expect(DECODED[coding](coded.bytes).equals(plain.bytes)).toBe(true);
      expect(coded.headers["content-type"]).toBe(plain.headers["content-type"]);
      expect(coded.headers.link).toBe(plain.headers.link);
    }
  });

  test("an answer has a tag of its own, and whoever names any of its tags has it", async () => {
    for (const path of paths) {
      const [plain, coded] = [await ask(path), await ask(path, accepting(coding))];
      const [tag, codedTag] = [plain.headers.etag!, coded.headers.etag!];
      expect([path, codedTag]).toEqual([path, `${tag.slice(0, -1)}-${coding}"`]);
      for (const named of [tag, codedTag, `W/${codedTag}`, `"other", ${codedTag}`]) {
        const known = await ask(path, { ...accepting(coding), "if-none-match": named });
        expect([path, known.status, known.bytes.length]).toEqual([path, 304, 0]);
        expect([known.headers.etag, known.headers.vary]).toEqual([named === tag ? tag : codedTag, "accept-encoding"]);
        expect(known.headers["content-encoding"]).toBeUndefined();
      }
      expect((await ask(path, { ...accepting(coding), "if-none-match": `"other-${coding}"` })).status).toBe(200);
    }
  });

  test("HEAD says what GET says, without the body", async () => {
    for (const path of paths) {
      const [get, head] = [await ask(path, accepting(coding)), await ask(path, accepting(coding), { method: "HEAD" })];
      expect([path, head.status, head.bytes.length]).toEqual([path, 200, 0]);
      for (const name of ["content-encoding", "content-length", "content-type", "etag", "vary"]) {
        expect([path, name, head.headers[name]]).toEqual([path, name, get.headers[name]]);
      }
    }
  });

  test("an answer that is kept is kept compressed, and is another after a change", async () => {
    const path = paths[0]!;
    const asked: Raw[] = [];
    for (let n = 0; n < 4; n++) asked.push(await ask(path, accepting(coding)));
    expect(asked.every(({ bytes }) => bytes.equals(asked[0]!.bytes))).toBe(true);
    await dataOf(world, "POST", "/results", { app: app.id, check: "C-3", outcome: "passed", build: coding });
    const after = await ask(path, accepting(coding));
    expect(after.headers.etag).not.toBe(asked[0]!.headers.etag);
    const { data } = JSON.parse(DECODED[coding](after.bytes).toString());
    expect(data.checks[3].statuses).toEqual(["passed", "passed"]);
  });

  test("many who ask at once are all answered right", async () => {
    const plain = await ask(paths[0]!);
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask(paths[0]!, accepting(coding))));
    expect(answers.every(({ bytes }) => DECODED[coding](bytes).equals(plain.bytes))).toBe(true);
  });

  test("what an import would do, and what became of a test run, leave compressed", async () => {
    const type = { "content-type": "application/yaml", ...accepting(coding) };
    const changed = exported.replaceAll("The cart", "A cart");
    const planned = await ask("/api/v1/apps/import?dry_run=true", type, { method: "POST", body: changed });
    expect([planned.status, planned.headers["content-encoding"]]).toEqual([200, coding]);
    expect(JSON.parse(DECODED[coding](planned.bytes).toString()).data.dry_run).toBe(true);
    const cases = Array.from({ length: 60 }, (_, i) => `<testcase classname="C" name="C-${i} keeps"/>`).join("");
    const sent = await ask(`/api/v1/results/junit?app=${app.id}`, accepting(coding), {
      method: "POST",
      body: `<testsuite name="run">${cases}</testsuite>`,
    });
    expect([sent.status, sent.headers["content-encoding"]]).toEqual([201, coding]);
    expect(JSON.parse(DECODED[coding](sent.bytes).toString()).data.cases).toHaveLength(60);
  });
});

describe("not compressed", () => {
  const all = accepting("gzip, deflate, br");
  const codingOf = async (path: string, who?: string) => {
    const { status, headers } = await ask(path, all, who === undefined ? {} : { who });
    return [path, status, headers["content-encoding"]];
  };

  test("is what the client doesn't take", async () => {
    for (const header of ["", "identity", "deflate", "br;q=0, gzip;q=0", "*;q=0", "gzip;q=0.2, identity;q=0.9"]) {
      const { headers } = await ask(paths[0]!, accepting(header));
      expect([header, headers["content-encoding"]]).toEqual([header, undefined]);
    }
    const chosen = async (header: string) => (await ask(paths[0]!, accepting(header))).headers["content-encoding"];
    expect([await chosen("br;q=0.1, gzip"), await chosen("*"), await chosen("BR")]).toEqual(["gzip", "br", "br"]);
  });

  test("are small answers, single things, refusals and pages of few", async () => {
    const [issue] = await dataOf(world, "GET", "/issues?limit=1");
    const [check] = await dataOf(world, "GET", `/checks?app=${app.id}&limit=1`);
    for (const path of [
      "/me",
      `/issues/${issue.id}`,
      `/checks/${check.id}`,
      `/issues?limit=1`,
      `/sections?app=${app.id}`,
    ]) {
      expect(await codingOf(`/api/v1${path}`)).toEqual([`/api/v1${path}`, 200, undefined]);
    }
    const long = `/api/v1/issues?q=${"x".repeat(5_000)}`;
    expect(await codingOf(long)).toEqual([long, 400, undefined]);
  });

  test("are attached files and streams of events", async () => {
    const tester = await world.person("tester");
    const [issue] = await dataOf(world, "GET", "/issues?limit=1");
    await attach(world, tester, issue.id, "shot.png", Buffer.concat([PNG, Buffer.alloc(20_000)]));
    const path = `/ui/v1${attachmentPath(issue.id, "shot.png")}`;
    expect(await codingOf(path, tester)).toEqual([path, 200, undefined]);
    const asked = request(`${world.address}/ui/v1/live`, { headers: { cookie: tester, ...all }, agent: false });
    asked.on("error", () => {});
    asked.end();
    const [stream] = (await once(asked, "response")) as [IncomingMessage];
    expect([stream.statusCode, stream.headers["content-encoding"]]).toEqual([200, undefined]);
    asked.destroy();
  });

  test("is what shows a secret, however long: whoever chooses what stands beside it could find it out by the length", async () => {
    const webhook = `/apps/${app.id}/webhook`;
    const long = "Details of what went wrong there: {details} ".repeat(40);
    const mapping = { title: long, description: long };
    const changed = await world.call(world.admin, "PATCH", webhook, { preset: "custom", mapping });
    expect([changed.status, JSON.stringify(changed.body).length > 2_048]).toEqual([200, true]);
    expect(await codingOf(`/api/v1${webhook}`)).toEqual([`/api/v1${webhook}`, 200, undefined]);
    const open = [...API_ROUTES, ...UI_ROUTES].filter(({ compressible }) => compressible === true);
    expect(open.length).toBeGreaterThan(10);
    const secret = /webhook|connection|key|invitation|badge|session|password|deliver|notification|\/me\b/;
    expect(open.filter(({ path }) => secret.test(path)).map(({ path }) => path)).toEqual([]);
  });
});

describe("the interface's own files", () => {
  test.each(CODINGS)("are there in %s from the build, with the same tag", async (coding) => {
    const page = await ask("/");
    const [script] = /\/assets\/[^"]+\.js/.exec(page.bytes.toString())!;
    for (const path of ["/", script, "/openapi.json"]) {
      const [plain, coded] = [await ask(path), await ask(path, accepting(coding))];
      expect([path, coded.headers["content-encoding"], coded.headers.vary]).toEqual([path, coding, "accept-encoding"]);
      expect(DECODED[coding](coded.bytes).equals(plain.bytes)).toBe(true);
      expect(coded.headers.etag).toBe(plain.headers.etag);
      const known = await ask(path, { ...accepting(coding), "if-none-match": coded.headers.etag! });
      expect([path, known.status]).toEqual([path, 304]);
    }
  });
});
