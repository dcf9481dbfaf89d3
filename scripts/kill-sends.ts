// Kills the built server with SIGKILL at each step of sending notifications, again and again, and checks that the
// receiver heard of each fix at most once and that what it missed is listed:
// npx tsx scripts/kill-sends.ts [--rounds 20] [--database both]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Settings } from "../test/support/cli.ts";
import { startPostgres } from "../test/support/postgres-server.ts";
import { killSends, type Summary } from "./kill-sends-run.ts";
import { watch } from "./kill-sends-watch.ts";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "20" }, database: { type: "string", default: "both" } },
});
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1 || !["sqlite", "postgres", "both"].includes(values.database)) {
  console.error("usage: kill-sends [--rounds 20] [--database sqlite|postgres|both]");
  process.exit(2);
}

let problems = 0;
const table: Record<string, Summary> = {};
for (const database of ["sqlite", "postgres"] as const) {
  if (values.database !== database && values.database !== "both") continue;
  await (database === "sqlite" ? onSqlite() : onPostgres());
}
console.table(table);
console.log(problems === 0 ? "No fix was told twice, and none was lost without a trace." : `${problems} problems`);
process.exitCode = problems > 0 ? 1 : 0;

async function onSqlite(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "retest-kill-"));
  try {
    await run("sqlite", { RETEST_DATA_DIR: dataDir });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function onPostgres(): Promise<void> {
  const postgres = await startPostgres();
  try {
    await run("postgres", { DATABASE_URL: postgres.url, RETEST_SECRET_KEY: "0123456789abcdef0123456789abcdef" });
  } finally {
    await postgres.stop();
  }
}

async function run(database: string, settings: Settings): Promise<void> {
  const { stateOf, close } = watch(settings);
  const report = (problem: string) => {
    problems++;
    console.error(`${database}: ${problem}`);
  };
  try {
    const summaries = await killSends({ settings, rounds, stateOf, toTheEnd: true, report });
    for (const [point, summary] of Object.entries(summaries)) table[`${database}, ${point}`] = summary;
  } finally {
    await close();
  }
}
