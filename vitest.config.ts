import { configDefaults, defineConfig } from "vitest/config";
import { CHROMIUM } from "./test/support/chromium.ts";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // The closing line says so.
    exclude: [...configDefaults.exclude, ...(CHROMIUM === undefined ? ["test/browser/**"] : [])],
    setupFiles: ["test/support/conforming-fetch.ts"],
    globalSetup: ["test/support/postgres-server.ts"],
    reporters: ["default", "./test/support/closing-line.ts"],
    testTimeout: 30_000,
    // What must come at once on an idle machine may be late on a busy one.
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 60_000,
    pool: "forks",
    // More than there may be cores: much of a test is waiting, for the disk, for PostgreSQL, for a browser.
    maxWorkers: 3,
  },
});
