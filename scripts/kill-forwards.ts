// Kills the built server with SIGKILL at each step of telling trackers, again and again, and checks that no item is made
// twice and that each is told in the end: npx tsx scripts/kill-forwards.ts [--rounds 3] [--database both]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { LEASE_MS } from "../src/actions/send-forwards.ts";
import type { Settings } from "../test/support/cli.ts";
import { startPostgres } from "../test/support/postgres-server.ts";
import { killForwards, POINTS, type Summary } from "./kill-forwards-run.ts";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "3" }, database: { type: "string", default: "both" } },
});
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1 || !["sqlite", "postgres", "both"].includes(values.database)) {
  console.error("usage: kill-forwards [--rounds 3] [--database sqlite|postgres|both]");
  process.exit(2);
}

let problems = 0;
const table: Record<string, Summary> = {};
if (values.database !== "postgres") {
  const dataDir = mkdtempSync(join(tmpdir(), "retest-kill-"));
  await run("sqlite", { RETEST_DATA_DIR: dataDir }).finally(() => rmSync(dataDir, { recursive: true, force: true }));
}
if (values.database !== "sqlite") {
  const postgres = await startPostgres();
  const settings = { DATABASE_URL: postgres.url, RETEST_SECRET_KEY: "0123456789abcdef0123456789abcdef" };
  await run("postgres", settings).finally(() => postgres.stop());
}
console.table(table);
console.log(problems === 0 ? "No item was made twice, and each was told in the end." : `${problems} problems`);
process.exitCode = problems > 0 ? 1 : 0;

async function run(database: string, settings: Settings): Promise<void> {
  const report = (problem: string) => {
    problems++;
    console.error(`${database}: ${problem}`);
  };
  const leasesEnd = () => sleep(LEASE_MS + 1_000);
  const summaries = await killForwards({ settings, rounds, points: POINTS, leasesEnd, report });
  for (const [name, summary] of Object.entries(summaries)) table[`${database}, ${name}`] = summary;
}
