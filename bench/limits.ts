// The programs to measure against: each does the least that its work needs, and nothing of the product.
// Run as: tsx bench/limits.ts PROGRAM PORT [SQLITE_FILE]
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { DatabaseSync } from "@photostructure/sqlite";
import fastify from "fastify";

const SECRET = "bench";
const PAGE = Buffer.from(JSON.stringify({ data: "x".repeat(52_000) }));
const kept: unknown[] = [];
const [program, port, file] = process.argv.slice(2);

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
  /** Fastify sending a ready answer of 52 KB. */
  async static() {
    const app = fastify();
    app.get("/", (_request, reply) => reply.type("application/json").send(PAGE));
    await app.listen({ port: Number(port) });
  },
  /** Bare HTTP: read, parse, one durable insert; all requests of a turn share a transaction. */
  create() {
    const db = openScratch();
    const insert = db.prepare("insert into t (id, body) values (?, ?)");
    let waiting: { body: string; done(id: number): void }[] = [];
    let next = 0;
    const flush = () => {
      const batch = waiting;
      waiting = [];
      db.exec("begin immediate");
      const ids = batch.map(({ body }) => {
        insert.run(++next, body);
        return next;
      });
      db.exec("commit");
      for (const [i, { done }] of batch.entries()) done(ids[i]!);
    };
    serve(async (request) => {
      const body = await read(request);
      if (body.length === 0) return Buffer.from("{}");
      JSON.parse(body.toString());
      return new Promise((resolve) => {
        if (waiting.push({ body: body.toString(), done: (id) => resolve(Buffer.from(`{"id":${id}}`)) }) === 1)
          setImmediate(flush);
      });
    });
  },
  /** Bare HTTP: one row by its key. */
  get() {
    const db = openScratch(1_000);
    const one = db.prepare("select body from t where id = ?");
    one.setReturnArrays(true);
    let n = 0;
    serve(async () => Buffer.from((one.get(1 + (n++ % 1_000)) as unknown as [string])[0]));
  },
  /** Bare HTTP: the fifty newest rows, put together. */
  list() {
    const db = openScratch(1_000);
    const page = db.prepare("select body from t order by id desc limit 50");
    page.setReturnArrays(true);
    serve(async () => Buffer.from(`[${(page.all() as unknown as [string][]).map(([body]) => body).join(",")}]`));
  },
  /** Bare HTTP: one durable update by key; all requests of a turn share a transaction. */
  fix() {
    const db = openScratch(1_000);
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
            for (const _ of batch) update.run(text + n, 1 + (n++ % 1_000));
            db.exec("commit");
            for (const done of batch) done();
          });
        }),
    );
  },
};

await programs[program!]!();

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

function openScratch(rows = 0): InstanceType<typeof DatabaseSync> {
  const db = new DatabaseSync(file!);
  db.exec("pragma journal_mode = wal; pragma synchronous = full; create table t (id integer primary key, body text)");
  const insert = db.prepare("insert into t values (?, ?)");
  db.exec("begin");
  for (let i = 1; i <= rows; i++) insert.run(i, JSON.stringify({ id: i, text: "x".repeat(900) }));
  db.exec("commit");
  // A statement alone does not keep its database from being collected.
  kept.push(db);
  return db;
}
