// `npm run bench`: our server beside the least that the same work needs, beside others, and beside itself, in alternating slices.
// Options: --quick (fewer slices, 1,000 issues only), --only "NAME; NAME" (or parts of names), --database sqlite|postgres, --sizes 1000,1000000, --slices 10,
// --keep (seeded databases are used again by the next run), --write (a part of a run goes into the documentation, too),
// --workspaces 1000,100,100 (how many, with how many apps each, with how many issues each),
// --beside FOLDER (people beside another build, which is made there), --minutes 60 (begins nothing more after that; says what is left),
// --render (measures nothing: writes the documentation of the last run again).
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { anotherBuildNames, measureBesideAnotherBuild } from "./chapters/another-build.ts";
import { measureBesideBaseline } from "./chapters/baseline.ts";
import { commandFileNames, measureCommandFile } from "./chapters/command-file.ts";
import { cycleNames, measureCycles } from "./chapters/cycles.ts";
import { dimensionNames, measureDimensions } from "./chapters/dimensions.ts";
import { measurePocketbase, pocketbaseNames } from "./chapters/pocketbase.ts";
import type { Run } from "./chapters/run.ts";
import { measureSessions, sessionNames } from "./chapters/sessions.ts";
import { measureStartupAndMemory, noteMemoryUnderLoad, startupNames } from "./chapters/startup-and-memory.ts";
import { setRelativeAims } from "./chapters/tail-and-start-up-aims.ts";
import { measureTailLatency, tailNames } from "./chapters/tail-latency.ts";
import { measureWorkers, workersNames } from "./chapters/workers.ts";
import { measureWorkspaces, workspaceNames } from "./chapters/workspaces.ts";
import { requireWrk } from "./load/wrk.ts";
import type { Database } from "./report/figures.ts";
import { describeMachine } from "./report/machine.ts";
import { asText } from "./report/tables.ts";
import { lastResults, writeResults } from "./report/write-results.ts";
import { prepareDatabases } from "./servers/databases.ts";
import { workloads } from "./workloads/workloads.ts";

const { values: flags } = parseArgs({
  options: {
    quick: { type: "boolean" },
    only: { type: "string" },
    database: { type: "string" },
    sizes: { type: "string" },
    slices: { type: "string" },
    keep: { type: "boolean" },
    workspaces: { type: "string" },
    beside: { type: "string" },
    minutes: { type: "string" },
    write: { type: "boolean" },
    render: { type: "boolean" },
  },
});
const { quick, only, database } = flags;
const sizes = flags.sizes ?? (quick ? "1000" : "1000,100000,1000000");
const namesOnDatabase = [...workloads.map(({ name }) => name), ...startupNames, ...workersNames, ...tailNames];
const allNames = [
  ...namesOnDatabase,
  ...pocketbaseNames,
  ...cycleNames,
  ...sessionNames,
  ...anotherBuildNames,
  ...dimensionNames,
  ...workspaceNames,
  ...commandFileNames,
];
/** Each is the name of one piece of work, or a part of the names of several. */
const wanted = only?.split(";").map((name) => name.trim());
const isWanted = (name: string) =>
  wanted === undefined || wanted.some((one) => (allNames.includes(one) ? name === one : name.includes(one)));
const [workspaces, apps, issues] = (flags.workspaces ?? "50,100,100").split(",").map(Number) as [
  number,
  number,
  number,
];
const isWhole =
  !quick && [only, database, flags.sizes, flags.slices, flags.workspaces].every((flag) => flag === undefined);

if (flags.render) {
  console.log(`written to ${writeResults(lastResults(), true)}`);
  process.exit();
}
requireWrk();
const began = performance.now();
const machine = describeMachine();
const isOver = () => performance.now() - began > Number(flags.minutes ?? Number.POSITIVE_INFINITY) * 60_000;
/** What is left undone when the time is over. */
const late = new Set<string>();
const run: Run = {
  sizes: sizes.split(",").map(Number),
  slices: Number(flags.slices ?? (quick ? 4 : 10)),
  keep: flags.keep === true,
  workspaces: { workspaces, apps, issues },
  beside: flags.beside ?? null,
  scratch: mkdtempSync(join(tmpdir(), "retest-bench-")),
  databases: (["sqlite", "postgres"] as const).filter((one) => database === undefined || database === one),
  wants(name) {
    if (!isWanted(name)) return false;
    if (isOver()) late.add(name);
    return !late.has(name);
  },
  isOver,
  comparisons: [],
  readings: [],
  failed: [],
  postgres: null,
};
process.on("exit", () => rmSync(run.scratch, { recursive: true, force: true }));
if (namesOnDatabase.some(run.wants)) for (const one of run.databases) await measureOn(one);
await measurePocketbase(run);
await measureCycles(run);
await measureSessions(run);
await measureBesideAnotherBuild(run);
await measureDimensions(run);
await measureWorkspaces(run);
measureCommandFile(run);
setRelativeAims(run);
const { slices, comparisons, readings } = run;
const minutes = Math.round((performance.now() - began) / 60_000);
const results = { machine: { ...machine, postgres: run.postgres }, slices, minutes, comparisons, readings };
console.log(asText(results));
run.failed.push(...[...late].map((name) => `${name}: the time was over`));
const isAll = run.failed.length === 0;
console.log(`written to ${writeResults(results, isAll && (isWhole || flags.write === true))}`);
if (!isAll) {
  console.error(`\nnot measured:\n${run.failed.join("\n")}`);
  process.exitCode = 1;
}

async function measureOn(one: Database): Promise<void> {
  const sizesHere = one === "sqlite" ? run.sizes : ends(run.sizes);
  console.error(`${one}: ${sizesHere.join(", ")} issues`);
  const places = await prepareDatabases(one, sizesHere, run);
  run.postgres ??= places.version;
  try {
    await measureStartupAndMemory(run, places.all);
    noteMemoryUnderLoad(run, await measureBesideBaseline(run, places.all));
    await measureWorkers(run, places);
    await measureTailLatency(run, places);
  } finally {
    await places.close();
  }
}

function ends(all: number[]): number[] {
  return [...new Set([all[0]!, all.at(-1)!])];
}
