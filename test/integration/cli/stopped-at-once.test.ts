// A server that is told to stop in the very moment in which it says that it is there.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshPlace } from "../../support/clients/cli-settings.ts";
import { serve } from "../../support/clients/run-cli.ts";

/** Loaded before the program: the signal comes while the line is written, as it may from whoever waits for that line. */
const STOPS_ITSELF = `import fs from "node:fs";
const LINE = /Retest (?:listens on|runs at)/;
for (const [of, name] of [[fs, "writeSync"], [process.stdout, "write"]]) {
  const write = of[name];
  of[name] = (...args) => {
    const written = write.apply(of, args);
    if (args.some((arg) => LINE.test(String(arg)))) process.kill(process.pid, "SIGTERM");
    return written;
  };
}`;

const folder = mkdtempSync(join(tmpdir(), "retest-stops-"));
const preloaded = join(folder, "stops-itself.mjs");
beforeAll(() => writeFileSync(preloaded, STOPS_ITSELF));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ["serve", "1"],
  ["serve", "2"],
  ["demo", "1"],
])(
  "`retest %s` with RETEST_WORKERS=%s, told to stop while it says that it is there, ends with 0",
  async (name, workers) => {
    const place = await freshPlace("sqlite");
    const NODE_OPTIONS = `--import ${preloaded}`;
    const server = await serve({ ...place.settings, RETEST_WORKERS: workers, NODE_OPTIONS }, name);
    const { code, signal } = await server.ended;
    expect([code, signal]).toEqual([0, null]);
    await place.remove();
  },
);
