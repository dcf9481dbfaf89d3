import { readdirSync, readFileSync } from "node:fs";
import { configDefaults, defineConfig } from "vitest/config";
import { CHROMIUM } from "./test/support/chromium.ts";

/** What replaces a module or watches the memory of its process has one for itself. The others share: half of a small file is loading the server. */
const APART = readdirSync("test", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".test.ts"))
  .map((path) => `test/${path}`)
  .filter((path) => /vi\.(?:doMock|mock|resetModules)\(|(?:memory|cpu)Usage/.test(readFileSync(path, "utf8")));

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: "apart", include: APART } },
      {
        extends: true,
        test: {
          name: "together",
          include: ["test/**/*.test.ts"],
          // The closing line says so.
          exclude: [...configDefaults.exclude, ...APART, ...(CHROMIUM === undefined ? ["test/browser/**"] : [])],
          isolate: false,
        },
      },
    ],
    setupFiles: ["test/support/conforming-fetch.ts"],
    globalSetup: ["test/support/postgres-server.ts"],
    reporters: ["default", "./test/support/closing-line.ts"],
    testTimeout: 60_000,
    // What must come at once on an idle machine may be late on a busy one.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 60_000,
    pool: "forks",
    // More than there may be cores: much of a test is waiting, for the disk, for PostgreSQL, for a browser.
    maxWorkers: 3,
  },
});
