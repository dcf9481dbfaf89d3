// Sends the results that a run could not: `retest-send FILE...`. It exits with 0 when all is recorded, with 1 when not, with 2 when its arguments are wrong.
import { rmSync } from "node:fs";
import { NotSetUp, readReporterSettings } from "./reporter-settings.ts";
import { ResultStream } from "./result-stream.ts";
import { describeRun } from "./run-summary.ts";
import { readUnsent, type Unsent, writeUnsentTo } from "./unsent-file.ts";

const USAGE =
  "retest-send FILE...: sends results that a run could not send. RETEST_API_KEY is the key, RETEST_URL another server.";
const PATIENCE_SECONDS = 120;

const files = process.argv.slice(2);
if (files.length === 0 || files.includes("--help")) {
  console.log(USAGE);
  process.exitCode = files.length === 0 ? 2 : 0;
}
for (const path of files.filter((name) => !name.startsWith("--"))) await send(path);

async function send(path: string): Promise<void> {
  let unsent: Unsent;
  let stream: ResultStream;
  try {
    unsent = readUnsent(path);
    const { url, query } = unsent;
    const wait = process.env.RETEST_WAIT ?? PATIENCE_SECONDS;
    const settings = readReporterSettings({ url: process.env.RETEST_URL ?? url, app: query.app, wait }, process.env);
    stream = new ResultStream({ ...settings, query, map: unsent.map }, unsent);
  } catch (error) {
    console.error(
      `${path}: ${error instanceof NotSetUp ? error.message : `it can't be read: ${(error as Error).message}`}`,
    );
    process.exitCode = 2;
    return;
  }
  await stream.finish();
  if (stream.left === 0) rmSync(path);
  else writeUnsentTo(path, stream.unsent());
  console.log(describeRun(stream, stream.left === 0 ? null : path));
  if (stream.left > 0) process.exitCode = 1;
}
