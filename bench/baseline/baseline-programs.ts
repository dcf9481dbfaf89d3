// The programs to measure against: each does the least that its work needs, and nothing of the product.
// Run as: tsx bench/baseline/baseline-programs.ts PROGRAM PORT SQLITE_FILE BYTES [POSTGRES_URL]
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { type Algorithm, hash, verify as verifyHash } from "@node-rs/argon2";
import fastify from "fastify";
import { insertIntoPostgres, insertIntoSqlite, openScratch } from "./baseline-writes.ts";
import { naiveSummary } from "./naive-summary.ts";

const SECRET = "bench";
const ROWS = 1_000;
const [program, port, file, bytes, url] = process.argv.slice(2) as [string, string, string, string, string];

const programs: Record<string, () => Promise<void> | void> = {
  /** Fastify answering a constant. */
  async hello() {
    const app = fastify();
    app.get("/", (_request, reply) => reply.send({ hello: "world" }));
    await app.listen({ port: Number(port) });
  },
  /** Fastify reading a POST of 1 KB, verifying its HMAC and parsing it; nothing is written. */
  async parse() {
    const app = fastify();
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    app.post("/", (request, reply) => {
      const body = request.body as Buffer;
      verify(body, request.headers["x-signature"] as string);
      reply.send({ ok: JSON.parse(body.toString()).title !== undefined });
    });
    await app.listen({ port: Number(port) });
  },
  /** Fastify sending a ready answer of as many bytes as ours has. */
  async static() {
    const page = Buffer.from(JSON.stringify({ data: "x".repeat(Number(bytes) - 11) }));
    const app = fastify();
    app.get("/", (_request, reply) => reply.type("application/json").send(page));
    await app.listen({ port: Number(port) });
  },
  /** Bare HTTP: read, parse, one durable insert, grouped. */
  create: () => serveInserts(false),
  /** Bare HTTP: read, verify the HMAC, parse, one durable insert, grouped. */
  deliver: () => serveInserts(true),
  /** Bare HTTP: one row by its key. */
  get() {
    const one = openScratch(file, ROWS).prepare("select body from t where id = ?");
    one.setReturnArrays(true);
    let n = 0;
    serve(async () => Buffer.from((one.get(1 + (n++ % ROWS)) as unknown as [string])[0]));
  },
  /** Bare HTTP: the fifty newest rows, put together. */
  list() {
    const page = openScratch(file, ROWS).prepare("select body from t order by id desc limit 50");
    page.setReturnArrays(true);
    serve(async () => Buffer.from(`[${(page.all() as unknown as [string][]).map(([body]) => body).join(",")}]`));
  },
  /** Bare HTTP: one durable update by key; all requests of a tick share a transaction. */
  fix() {
    const db = openScratch(file, ROWS);
    const update = db.prepare("update t set body = ? where id = ?");
    let waiting: (() => void)[] = [];
    let n = 0;
    const text = "y".repeat(600);
    serve(
      () =>
        new Promise((resolve) => {
          if (waiting.push(() => resolve(Buffer.from(text))) > 1) return;
          setImmediate(() => {
            const batch = waiting;
            waiting = [];
            db.exec("begin immediate");
            for (const _ of batch) update.run(text + n, 1 + (n++ % ROWS));
            db.exec("commit");
            for (const done of batch) done();
          });
        }),
    );
  },
  /** Bare HTTP: read, parse, one durable insert for each entry, all in one transaction; the entries are the answer. */
  batch() {
    const db = openScratch(file);
    const insert = db.prepare("insert into t (body) values (?)");
    serve(async (request) => {
      const body = await read(request);
      if (body.length === 0) return Buffer.from("{}");
      const entries = (JSON.parse(body.toString()) as { results: unknown[] }).results.map((one) => JSON.stringify(one));
      db.exec("begin immediate");
      for (const entry of entries) insert.run(entry);
      db.exec("commit");
      return Buffer.from(`[${entries.join(",")}]`);
    });
  },
  /** Bare HTTP: one password checked. */
  async password() {
    const options = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
    const kept = await hash(SECRET, options);
    serve(async () => Buffer.from(String(await verifyHash(kept, SECRET))));
  },
  /** Bare HTTP: the summary of an app of 2,000 checks on 4 platforms, worked out from results and issues each time. */
  naive() {
    const summary = naiveSummary(file);
    serve(async () => summary());
  },
};

await programs[program]!();

async function serveInserts(signed: boolean): Promise<void> {
  const insert = url === "" ? insertIntoSqlite(file) : await insertIntoPostgres(url);
  serve(async (request) => {
    const body = await read(request);
    if (body.length === 0) return Buffer.from("{}");
    if (signed) verify(body, request.headers["x-signature"] as string);
    const text = body.toString();
    JSON.parse(text);
    return Buffer.from(`{"id":${await insert(text)}}`);
  });
}

function serve(answer: (request: IncomingMessage) => Promise<Buffer>): void {
  createServer((request, response) => {
    void answer(request).then((body) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
      response.end(body);
    });
  }).listen(Number(port));
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function verify(body: Buffer, signature: string): void {
  const expected = createHmac("sha256", SECRET).update(body).digest();
  const given = Buffer.from(signature.slice("sha256=".length), "hex");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Error("signature");
}
