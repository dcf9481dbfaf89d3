// Keeps attached files in a real object storage: OpenStack Swift, as Debian ships it, behind the built server; files go there, come back,
// move from the folder and back, and are swept, also while its proxy is away. npx tsx scripts/swift.ts
import type { ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBucketStore } from "../src/lib/files/bucket-store.ts";
import { newFileKey } from "../src/lib/files/file-store.ts";
import { S3Client } from "../src/lib/network/s3-client.ts";
import { unfinishedUploads } from "../src/lib/network/s3-upload.ts";
import { SAME_ORIGIN, ui } from "../test/support/clients/person-client.ts";
import { type RunningServer, retest, serve } from "../test/support/clients/run-cli.ts";
import { joined } from "../test/support/samples/joined-person.ts";
import { attachmentPath, grown, MP4, PNG } from "../test/support/samples/sample-files.ts";
import { end, same, say } from "./real-program.ts";
import { type SwiftServer, startSwift } from "./swift-server.ts";

const FILM = grown(MP4, 17_000_000);
const folder = mkdtempSync(join(tmpdir(), "retest-swift-"));
const children: ChildProcess[] = [];
let server: RunningServer | undefined;
try {
  await tryOut(await startSwift(folder, children));
  console.log("swift: every step as it should be");
} catch (error) {
  console.error(`swift: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  await server?.stop();
  for (const child of children) await end(child);
  rmSync(folder, { recursive: true, force: true });
}

async function tryOut({ version, bucket, proxy }: SwiftServer): Promise<void> {
  say(`Swift ${version} serves ${bucket.endpoint}/${bucket.bucket}`);
  const plain = { RETEST_DATA_DIR: join(folder, "data") };
  const settings = {
    ...plain,
    RETEST_S3_ENDPOINT: bucket.endpoint,
    RETEST_S3_BUCKET: bucket.bucket,
    RETEST_S3_ACCESS_KEY: bucket.accessKey,
    RETEST_S3_SECRET_KEY: bucket.secretKey,
    RETEST_S3_PREFIX: bucket.prefix,
  };
  const { prefix, ...place } = bucket;
  const store = createBucketStore({ bucket: place, prefix });
  const inBucket = async () => {
    const sizes: number[] = [];
    for await (const { size } of store.list()) sizes.push(size);
    return sizes.sort((a, b) => a - b);
  };

  for (const [name, wrong, words] of [
    ["RETEST_S3_SECRET_KEY", "wrong", "RETEST_S3_SECRET_KEY"],
    ["RETEST_S3_ACCESS_KEY", "test:nobody", "RETEST_S3_ACCESS_KEY"],
    ["RETEST_S3_BUCKET", "no-such-bucket", "RETEST_S3_BUCKET"],
  ] as const) {
    const { code, stderr } = await retest(["serve"], { ...settings, PORT: "0", [name]: wrong });
    same(`${name} is wrong`, [code, stderr.includes(words)], [2, true]);
  }
  say("a wrong key, secret or bucket stops the start");

  server = await serve(plain);
  let { address } = server;
  const cookie = await joined(address, plain, "admin", "ada@example.com");
  const as = { ...SAME_ORIGIN, cookie };
  const platforms = [{ code: "web", label: "Web" }];
  const app = (await ui(address, "POST", "/apps", { name: "Shop", mode: "live", platforms }, as)).body.data.id;
  const issue = (await ui(address, "POST", "/issues", { app, text: "Broken" }, as)).body.data.id as string;
  const send = async (name: string, file: Buffer) => {
    const body = new Uint8Array(file);
    const path = `/ui/v1${attachmentPath(issue)}?name=${name}`;
    return (await fetch(address + path, { method: "POST", headers: as, body })).status;
  };
  const read = async (name: string, range?: string) => {
    const headers = { cookie, ...(range === undefined ? {} : { range }) };
    const response = await fetch(`${address}/ui/v1${attachmentPath(issue, name)}`, { headers });
    return [response.status, hashOf(Buffer.from(await response.arrayBuffer()))];
  };
  same("into the folder", [await send("old.png", PNG), await send("old.mp4", FILM)], [201, 201]);
  await server.stop();

  server = await serve(settings);
  ({ address } = server);
  same("into the bucket", [await send("new.png", PNG), await send("new.mp4", FILM)], [201, 201]);
  same("in the bucket", await inBucket(), [PNG.length, FILM.length]);
  const all = async () => {
    for (const [name, file] of Object.entries({ "old.png": PNG, "old.mp4": FILM, "new.png": PNG, "new.mp4": FILM })) {
      same(name, await read(name), [200, hashOf(file)]);
    }
    same("a range", await read("new.mp4", "bytes=5242870-10485770"), [
      206,
      hashOf(FILM.subarray(5_242_870, 10_485_771)),
    ]);
  };
  await all();
  say(
    "files go to the bucket, in one piece and in parts, and come back whole and in ranges; those in the folder are read, too",
  );

  const move = async (more: Record<string, string>) => {
    const { code, stdout } = await retest(["files", "move"], { ...settings, ...more });
    same("moved", code, 0);
    await all();
    say(stdout.trim());
  };
  await move({});
  same("all in the bucket", await inBucket(), [PNG.length, PNG.length, FILM.length, FILM.length]);
  await move({ RETEST_FILES_IN: "folder" });
  same("none in the bucket", await inBucket(), []);
  await move({});

  await proxy.stop();
  same("while it is away", [await send("away.png", PNG), (await read("new.png"))[0]], [503, 503]);
  await proxy.start();
  same("when it is back", await send("back.png", PNG), 201);
  await all();
  say("while the proxy is away uploads and downloads are refused, and then go on");

  const backup = join(folder, "one.backup");
  same("a backup", (await retest(["backup", backup], settings)).code, 0);
  const path = attachmentPath(issue, "back.png");
  same("removed", (await ui(address, "DELETE", path, undefined, as)).status, 200);
  const diagnosis = await retest(["doctor"], settings);
  same("what doctor finds", [diagnosis.code, diagnosis.stderr], [0, ""]);
  say("a backup has the files, and doctor finds no difference");

  const key = newFileKey();
  const client = new S3Client(place);
  await client.call({ method: "POST", object: prefix + key, query: { uploads: "" } });
  const unfinished = () => unfinishedUploads(client, prefix);
  same("an upload that was left", (await unfinished()).length, 1);
  await store.remove(key);
  same("unfinished uploads", await unfinished(), []);
  say("what an interrupted upload left is removed with its file");

  same("archived", (await retest(["app", "archive", app], settings)).code, 0);
  same("erased", (await retest(["erase", "app", app, "--confirm", "Shop"], settings)).code, 0);
  // What somebody removed less than a day ago is still waiting for the sweep.
  same("after the app was erased", await inBucket(), [PNG.length]);
  say(
    "an app that is erased takes its files out of the bucket at once, but for one that was removed before: that has a day",
  );
}

function hashOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
