// What a command loads: those that only talk to a server have no use for a database's driver, and an installation holds no
// package that is inside the built files anyway.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { retest, type Settings } from "../../support/clients/run-cli.ts";

const DRIVERS = { sqlite: /from "@photostructure\/sqlite"/, pg: /^\/\/ node_modules\/pg\//m };
const NOBODY = { RETEST_URL: "http://127.0.0.1:9", RETEST_API_KEY: "rt_nobody" };

const folder = mkdtempSync(join(tmpdir(), "retest-loaded-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ["gate", ["gate", "Shop"]],
  ["results upload", ["results", "upload", import.meta.filename, "--app", "Shop", "--dry-run"]],
  ["cycle list", ["cycle", "list", "Shop"]],
  ["mcp", ["mcp"]],
])("retest %s loads neither SQLite nor PostgreSQL's driver", async (_, args) => {
  const loaded = await loadedBy(args, NOBODY);
  expect(loaded.length).toBeGreaterThan(3);
  expect(driversIn(loaded)).toEqual([]);
});

test("a command that works on the embedded database loads SQLite and not PostgreSQL's driver", async () => {
  expect(driversIn(await loadedBy(["key", "list"], { RETEST_DATA_DIR: join(folder, "data") }))).toEqual(["sqlite"]);
});

test("an installation holds only the packages that are not inside the built files", () => {
  const { dependencies, private: isPrivate } = JSON.parse(readFileSync("package.json", "utf8"));
  const outside = /external: \[([^\]]*)\]/.exec(readFileSync("scripts/bundle.js", "utf8"))![1]!;
  const named = [...outside.matchAll(/"([^"]+)"/g)].map((match) => match[1]!);
  expect(Object.keys(dependencies).sort()).toEqual(named.filter((name) => name !== "pg-native").sort());
  expect(isPrivate).toBe(true);
});

/** The texts of the built files that a command loads; Node lists them for whoever measures coverage. */
async function loadedBy(args: string[], settings: Settings): Promise<string[]> {
  const list = mkdtempSync(join(folder, "list-"));
  await retest(args, { ...settings, NODE_V8_COVERAGE: list });
  const runs = readdirSync(list).map((name) => JSON.parse(readFileSync(join(list, name), "utf8")));
  const urls: string[] = runs.flatMap(({ result }) => result.map(({ url }: { url: string }) => url));
  return urls.filter((url) => url.includes("/dist/")).map((url) => readFileSync(new URL(url), "utf8"));
}

function driversIn(texts: string[]): string[] {
  return Object.entries(DRIVERS)
    .filter(([, pattern]) => texts.some((text) => pattern.test(text)))
    .map(([name]) => name);
}
