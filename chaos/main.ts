// `npm run chaos`: does every fault to the built server, looks whether what must hold held, and says so in a table.
// Options: --only NAME, --scale 0.05 (the share of the rounds), --database sqlite|postgres, --keep (the figures stand in the
// docs, also those of a smaller run)
import { parseArgs } from "node:util";
import { type OwnPostgres, ownPostgres } from "../test/support/database/restartable-postgres.ts";
import type { DatabaseKind } from "../test/support/server/test-server.ts";
import { FAULTS } from "./all-faults.ts";
import type { ChaosFault } from "./harness/fault.ts";
import { openScratchDatabase } from "./harness/scratch-database.ts";
import { type Finding, keepFindings, printFindings } from "./outcome-table.ts";

const SHOWN_PROBLEMS = 20;
const SAY_EVERY_MS = 15_000;

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    scale: { type: "string", default: "1" },
    database: { type: "string" },
    keep: { type: "boolean" },
  },
});
const scale = Number(values.scale);
const faults = FAULTS.filter(({ name }) => values.only === undefined || name === values.only);
const databases = (["sqlite", "postgres"] as const).filter((one) => (values.database ?? one) === one);
if (!(scale > 0 && scale <= 1) || faults.length === 0 || databases.length === 0) {
  console.error("usage: npm run chaos -- [--only NAME] [--scale 0.05] [--database sqlite|postgres] [--keep]");
  console.error(`NAME is one of: ${FAULTS.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}

/** What nobody waited for has gone wrong, too: it counts for the fault that is being done. */
let reportStray: (problem: string) => void = console.error;
process.on("unhandledRejection", (error) => reportStray(String(error)));

const findings: Finding[] = [];
for (const fault of faults) {
  for (const database of databases) {
    const whole = fault.rounds[database];
    if (whole === undefined) continue;
    findings.push(await tryOut(fault, database, Math.max(1, Math.round(whole * scale))));
    printFindings(findings.slice(-1));
  }
}
console.log();
printFindings(findings);
// A part of a fault says nothing of the whole of it.
const isWhole = process.env.RETEST_CHAOS_WORST === undefined;
keepFindings(findings, isWhole && (values.keep === true || scale === 1));
const broken = findings.filter(({ verdict }) => verdict !== "held").length;
console.log(
  broken === 0 ? "\nEvery invariant held." : `\n${broken} of ${findings.length} did not hold, or were not run.`,
);
process.exitCode = broken === 0 ? 0 : 1;

async function tryOut(fault: ChaosFault, database: DatabaseKind, rounds: number): Promise<Finding> {
  const { name, does, invariant } = fault;
  const began = performance.now();
  const finding = { fault: name, database, rounds, does, invariant, at: new Date().toISOString() };
  const over = (happened: string, verdict: Finding["verdict"]): Finding => ({
    ...finding,
    happened,
    verdict,
    seconds: Math.round((performance.now() - began) / 1_000),
  });
  const lacking = fault.lacks?.() ?? null;
  if (lacking !== null) return over(`not run: ${lacking}`, "not run");
  console.log(`\n${name}, ${database}: ${rounds} rounds`);
  let problems = 0;
  const report = (problem: string) => {
    if (++problems <= SHOWN_PROBLEMS) console.error(`${name}, ${database}: ${problem}`);
  };
  reportStray = report;
  let postgres: OwnPostgres | null = null;
  try {
    postgres = database === "postgres" || fault.needsPostgres ? await ownPostgres({ durable: true }) : null;
    const scratch = await openScratchDatabase(database, postgres?.url ?? null);
    const progress = progressOf(`${name}, ${database}`, rounds, () => problems);
    const happened = await fault.run({ scratch, rounds, postgres, report, progress }).finally(scratch.close);
    return over(problems === 0 ? happened : `${happened}; ${problems} problems`, problems === 0 ? "held" : "BROKEN");
  } catch (error) {
    console.error(error);
    return over(`it broke off: ${(error as Error).message.split("\n")[0]}`, "BROKEN");
  } finally {
    await postgres?.stop();
  }
}

/** Says every so often how far it is. */
function progressOf(what: string, rounds: number, problems: () => number): (done: number) => void {
  let saidAt = performance.now();
  return (done) => {
    if (performance.now() - saidAt < SAY_EVERY_MS) return;
    saidAt = performance.now();
    console.log(`${what}: ${done} of ${rounds}, ${problems()} problems`);
  };
}
