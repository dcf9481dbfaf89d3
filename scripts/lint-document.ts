// Lints the API's document: `npm run lint:document`. Says nothing but what is wrong.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { documentAt } from "../src/http/reference/build-reference.ts";

const ROOT = resolve(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "retest-document-"));
const file = join(folder, "openapi.json");
try {
  writeFileSync(file, JSON.stringify(await documentAt("https://retest.invalid", "0.0.0"), null, 2));
  const args = ["lint", file, "--config", join(ROOT, "redocly.yaml")];
  // It tells nobody what is linted, and asks nobody for a newer version of itself.
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const { status, stdout, stderr } = spawnSync(join(ROOT, "node_modules/.bin/redocly"), args, {
    env,
    encoding: "utf8",
  });
  process.stdout.write(status === 0 ? "The API's document is valid, without a warning.\n" : stdout + stderr);
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
