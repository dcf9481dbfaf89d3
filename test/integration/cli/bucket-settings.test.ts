// The settings of a bucket: what is wrong stops the start with one sentence that names it, whether that is seen here or by the bucket.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readConfig } from "../../../src/startup/config.ts";
import { command } from "../../support/clients/command.ts";
import { serve, startOnly } from "../../support/clients/run-cli.ts";
import { type ObjectStorage, openObjectStorage } from "../../support/fake-tools/object-storage.ts";

let dir: string;
let storage: ObjectStorage;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "retest-settings-"));
  storage = await openObjectStorage();
});
beforeEach(() => {
  storage.trouble = null;
});
afterAll(async () => {
  await storage.close();
  rmSync(dir, { recursive: true, force: true });
});

/** One line, naming the setting. */
async function expectRefusal(words: string, settings: Record<string, string>): Promise<string> {
  const { code, stdout, stderr } = await command(["serve"], { RETEST_DATA_DIR: dir, PORT: "0", ...settings });
  expect(stderr).toMatch(/^retest: [^\n]+\.\n$/);
  expect(stderr).toContain(words);
  expect([code, stdout]).toEqual([2, ""]);
  return stderr;
}

const given = { RETEST_S3_BUCKET: "files", RETEST_S3_ACCESS_KEY: "an-access-key", RETEST_S3_SECRET_KEY: "hidden" };

test.each([
  ["RETEST_S3_ACCESS_KEY", ""],
  ["RETEST_S3_SECRET_KEY", ""],
  ["RETEST_S3_SECRET_KEY", "two words"],
  ["RETEST_S3_ENDPOINT", "storage.example.com"],
  ["RETEST_S3_ENDPOINT", "https://someone:hidden@storage.example.com"],
  ["RETEST_S3_REGION", "eu west"],
  ["RETEST_S3_PATH_STYLE", "yes"],
  ["RETEST_S3_PREFIX", "../other"],
])("%s=%s stops the start, without showing a secret", async (name, value) => {
  const sentence = await expectRefusal(name, { ...given, [name]: value });
  expect(sentence).not.toMatch(/hidden|two words/);
});

test.each([
  [{ RETEST_S3_ENDPOINT: "http://127.0.0.1:9000" }, "has an address (127.0.0.1), and no bucket can stand before that"],
  [{ RETEST_S3_ENDPOINT: "http://[::1]:9000" }, "has an address ([::1]), and no bucket can stand before that"],
  [{ RETEST_S3_ENDPOINT: "http://storage:9000", RETEST_S3_BUCKET: "Files" }, "RETEST_S3_BUCKET Files has. Turn it on."],
  [{ RETEST_S3_BUCKET: "Files" }, "RETEST_S3_BUCKET Files has. Turn it on."],
])("a bucket that can't stand before the host stops the start: %j", async (settings, words) => {
  const off = { ...given, RETEST_S3_PATH_STYLE: "off", ...settings };
  expect(await expectRefusal(words, off)).toContain("RETEST_S3_PATH_STYLE can't be off");
  expect(readConfig({ RETEST_DATA_DIR: dir, ...off, RETEST_S3_PATH_STYLE: "on" }).bucket).toMatchObject({
    pathStyle: true,
  });
});

test("SIGHUP while the bucket is looked for ends nothing: the server starts once that is done", async () => {
  let isAsked = () => {};
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  storage.trouble = () => {
    isAsked();
    return "hang";
  };
  const starting = startOnly(["serve"], { RETEST_DATA_DIR: dir, PORT: "0", ...storage.settings });
  await asked;
  starting.process.kill("SIGHUP");
  const says = (text: string) => expect.poll(() => starting.output().stdout).toContain(text);
  await says("SIGHUP: the server is still starting");
  await says("Retest listens on");
  expect((await starting.stop("SIGTERM")).code).toBe(0);
});

test("a bucket is Amazon's unless an endpoint is given, and then stands in the path", () => {
  const bucketOf = (more: Record<string, string>) => readConfig({ RETEST_DATA_DIR: dir, ...given, ...more });
  const keys = { bucket: "files", accessKey: "an-access-key", secretKey: "hidden" };
  expect(bucketOf({ RETEST_S3_REGION: "eu-west-1" })).toMatchObject({
    bucket: {
      ...keys,
      endpoint: "https://s3.eu-west-1.amazonaws.com",
      region: "eu-west-1",
      pathStyle: false,
      prefix: "",
    },
    filesIn: "bucket",
  });
  const own = { RETEST_S3_ENDPOINT: "http://storage:9000/", RETEST_S3_PREFIX: "a/b", RETEST_FILES_IN: "folder" };
  expect(bucketOf(own)).toMatchObject({
    bucket: { ...keys, endpoint: "http://storage:9000", region: "us-east-1", pathStyle: true, prefix: "a/b/" },
    filesIn: "folder",
  });
});

test.each([
  ["RETEST_S3_ACCESS_KEY", { status: 403, code: "InvalidAccessKeyId" }],
  ["RETEST_S3_SECRET_KEY", { status: 403, code: "SignatureDoesNotMatch" }],
  ["RETEST_S3_ACCESS_KEY may not list the bucket", { status: 403, code: "AccessDenied" }],
  ["RETEST_S3_BUCKET files is not at", { status: 404, code: "NoSuchBucket" }],
  ["RETEST_S3_REGION must be eu-west-1", { status: 301, code: "PermanentRedirect", region: "eu-west-1" }],
  ["Set the clock", { status: 403, code: "RequestTimeTooSkewed" }],
  ["RETEST_S3_ENDPOINT", { status: 400, code: "InvalidRequest" }],
])("a bucket that refuses stops the start, and the sentence says what to change: %s", async (name, trouble) => {
  storage.trouble = () => trouble;
  const sentence = await expectRefusal(name, { ...storage.settings, RETEST_S3_SECRET_KEY: "hidden" });
  expect(sentence).not.toContain("hidden");
});

test("a bucket that can't be reached is said at the start, which goes on without it", async () => {
  await storage.goAway();
  const { endpoint } = storage.bucket;
  const server = await serve({ RETEST_DATA_DIR: dir, ...given, RETEST_S3_ENDPOINT: endpoint });
  const { stdout, stderr } = server.output();
  expect(stdout).toContain(`RETEST_S3_ENDPOINT ${endpoint}: the bucket can't be reached (ECONNREFUSED).`);
  expect(stdout + stderr).not.toContain("hidden");
  await server.stop();
});
