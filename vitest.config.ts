// The tests by size: unit (no build, no database, under a minute), integration (both databases, real servers), browser, and faults
// (killed processes, failing disks). `npm test` runs all of them, `npm run test:unit` and the like one size.
import { existsSync, readdirSync, readFileSync, statfsSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { CHROMIUM } from "./test/support/machine/find-chromium.ts";

const SIZES = ["unit", "integration", "browser", "faults"];

const files = readdirSync("test", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".test.ts"))
  .map((path) => `test/${path}`);

/** What replaces a module or watches the memory of its process has one for itself. The others share: half of a small file is loading the server. */
function isIsolated(path: string): boolean {
  return /vi\.(?:doMock|mock|resetModules)\(|memoryUsage/.test(readFileSync(path, "utf8"));
}

/** Each size is two projects, by whether their files share a process. */
function projectsOf(name: string) {
  // Without a browser its tests are left out, which the closing line says.
  const isRun = name !== "browser" || CHROMIUM !== undefined;
  const own = isRun ? files.filter((path) => path.startsWith(`test/${name}/`)) : [];
  const server = {
    setupFiles: ["test/support/conformance/conforming-fetch.ts"],
    globalSetup: ["test/support/database/postgres-server.ts"],
  };
  // A page on a starved machine may miss what a person would wait for: its test has a second try, and the closing lines name it.
  const browser = name === "browser" ? { retry: 1 } : {};
  const shared = name === "unit" ? {} : { ...server, ...browser };
  const isolated = own.filter(isIsolated);
  const together = own.filter((path) => !isolated.includes(path));
  return [
    { extends: true as const, test: { name, include: together, isolate: false, ...shared } },
    { extends: true as const, test: { name: `${name}, isolated`, include: isolated, ...shared } },
  ].filter(({ test }) => test.include.length > 0);
}

/** Tests make thousands of databases and throw them away: in memory where there is room, so that nothing waits for the disk. */
const MEMORY = "/dev/shm";
const ENOUGH_BYTES = 2 * 1024 ** 3;

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= ENOUGH_BYTES;
}

if (process.env.TMPDIR === undefined && hasRoom(MEMORY)) process.env.TMPDIR = MEMORY;

export default defineConfig({
  test: {
    projects: SIZES.flatMap(projectsOf),
    reporters: ["default", "./test/support/checks/count-tests.ts"],
    testTimeout: 300_000,
    // What must come at once on an idle machine may be late on a busy one.
    expect: { poll: { timeout: 120_000 } },
    hookTimeout: 300_000,
    pool: "forks",
    // Each project transforms for itself what it loads: a file that one of them has had is ready for the others, and for the next run.
    experimental: { fsModuleCache: true },
    // More than there may be cores: much of a test is waiting, for the disk, for PostgreSQL, for a browser.
    maxWorkers: 4,
  },
});
