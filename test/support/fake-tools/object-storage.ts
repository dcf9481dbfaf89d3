// An object storage that speaks S3, with one bucket: s3rver behind a proxy where requests can be refused, held, lost or cut off.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import type { BucketSettings } from "../../../src/startup/file-settings.ts";

/** What happens to a request: an answer without being done, an error or a `body`; none at all; done, and the answer lost; an answer that ends after so many bytes; done once something else is. */
export type StorageTrouble =
  | { status: number; code?: string; region?: string; body?: string }
  | "reset"
  | "hang"
  | "lost"
  | { cutAfter: number }
  | { after: Promise<unknown> };

export interface ObjectStorage {
  /** Of the only bucket. */
  bucket: BucketSettings;
  /** As the environment of a server gives them. */
  settings: Record<string, string>;
  /** All that was asked, as "PUT /files/…?partNumber=1". */
  asked: string[];
  /** Asked of every request; null: none. */
  trouble: ((asked: string) => StorageTrouble | undefined) | null;
  /** For a request that fits, once. */
  troubleOnce(what: StorageTrouble, fits?: RegExp): void;
  /** The names of what is in the bucket. */
  objects(): string[];
  /** Where nothing listens any more, and again does. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

const NAME = "files";
/** The only account that s3rver knows. */
const ACCOUNT = "S3RVER";

export async function openObjectStorage(prefix = ""): Promise<ObjectStorage> {
  const directory = mkdtempSync(join(tmpdir(), "retest-bucket-"));
  const s3 = new S3rver({
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: NAME, configs: [] }],
  });
  await s3.configureBuckets();
  const handle = s3.callback();
  const sockets = new Set<Socket>();
  const once: { what: StorageTrouble; fits: RegExp }[] = [];
  const server = createServer((request, response) => {
    const asked = `${request.method} ${request.url}`;
    storage.asked.push(asked);
    const at = once.findIndex(({ fits }) => fits.test(asked));
    const what = at === -1 ? storage.trouble?.(asked) : once.splice(at, 1)[0]!.what;
    if (what === undefined) handle(request, response);
    else make(what, request, response, handle);
  });
  server.on("connection", (socket) => sockets.add(socket.once("close", () => sockets.delete(socket))));
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const bucket: BucketSettings = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: NAME,
    region: "us-east-1",
    accessKey: ACCOUNT,
    secretKey: ACCOUNT,
    pathStyle: true,
    prefix,
  };
  const storage: ObjectStorage = {
    bucket,
    settings: {
      RETEST_S3_ENDPOINT: bucket.endpoint,
      RETEST_S3_BUCKET: NAME,
      RETEST_S3_ACCESS_KEY: ACCOUNT,
      RETEST_S3_SECRET_KEY: ACCOUNT,
      RETEST_S3_PREFIX: prefix,
    },
    asked: [],
    trouble: null,
    troubleOnce: (what, fits = /^/) => once.push({ what, fits }),
    objects() {
      const names = readdirSync(join(directory, NAME), { recursive: true, encoding: "utf8" });
      return names
        .filter((name) => name.endsWith("._S3rver_object"))
        .map((name) => name.slice(0, -"._S3rver_object".length));
    },
    goAway: stop,
    comeBack: () => listen(port),
    async close() {
      if (server.listening) await stop();
      s3.logger.exceptions.unhandle();
      s3.logger.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  return storage;
}

function make(
  what: StorageTrouble,
  request: IncomingMessage,
  response: ServerResponse,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): void {
  if (what === "hang") return;
  if (what === "reset") {
    request.socket.destroy();
    return;
  }
  if (typeof what === "object" && "after" in what) {
    void what.after.then(() => handle(request, response));
    return;
  }
  if (what === "lost") {
    response.write = () => true;
    response.end = () => {
      request.socket.destroy();
      return response;
    };
    handle(request, response);
    return;
  }
  if ("cutAfter" in what) {
    let left = what.cutAfter;
    const write = response.write.bind(response) as (chunk: Buffer, done?: unknown) => boolean;
    response.write = ((chunk: Buffer, done?: unknown) => {
      const taken = chunk.subarray(0, left);
      left -= taken.length;
      const result = write(taken, done);
      if (left === 0) request.socket.end();
      return result;
    }) as typeof response.write;
    handle(request, response);
    return;
  }
  const { status, code = "SlowDown", region, body } = what;
  request.resume();
  request.once("end", () => {
    const where = region === undefined ? "" : `<Region>${region}</Region>`;
    response.writeHead(status, { "content-type": "application/xml" });
    response.end(body ?? `<Error><Code>${code}</Code><Message>A &quot;test&quot; says so</Message>${where}</Error>`);
  });
}
