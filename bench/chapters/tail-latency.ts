// How long the slowest of a hundred waits, over 12 seconds at 64 connections; and when the disk takes 5 ms more for each sync.

import { type SlowSync, slowSync } from "../load/slow-sync.ts";
import { type Contender, takeTurns } from "../load/take-turns.ts";
import { type Database, figuresOf, ratioOf, type Slice, type Spread, spreadOf } from "../report/figures.ts";
import { prepareDatabases, type SeededDatabase, type SeededDatabases } from "../servers/databases.ts";
import { type MeasuredServer, startBaseline, startOurs } from "../servers/start-servers.ts";
import { besideRequest } from "../workloads/requests.ts";
import { workloadNamed } from "../workloads/workloads.ts";
import { attempt, compare, note, type Run, roundsOf } from "./run.ts";
import { P99 } from "./tail-and-start-up-aims.ts";

const SECONDS = 12;
const WARM_UP_SECONDS = 6;
/** One run here takes as many slices as this elsewhere. */
const RUN_FOR = { sqlite: 5, postgres: 10 };
const SLOWER_MS = 5;
const READS = ["get one", "list of 50, each page anew", "list of 50, unchanged"];
const WRITES = ["fix + reopen", "create", "delivery, signed, each its own id"];
/** Programs that do next to nothing: how long one waits for these is the machine's doing. */
const LEAST = ["hello", "parse"];
const AS_IT_IS = "";
const SLOW = `, sync + ${SLOWER_MS} ms`;

const DISK = "slow disk: create";

export const tailNames = [
  ...[...READS, ...WRITES].map((work) => nameOf(work, AS_IT_IS)),
  ...WRITES.map((work) => nameOf(work, SLOW)),
  ...LEAST.map((program) => nameOf(program, AS_IT_IS)),
  DISK,
];

export async function measureTailLatency(run: Run, places: SeededDatabases): Promise<void> {
  const place = places.all.at(-1)!;
  const slow = slowSync(run.scratch);
  await measure(run, place, [...READS, ...WRITES], AS_IT_IS);
  if (place.database === "sqlite") await measureLeast(run, place);
  if (slow === null) {
    console.error("  no cc on this machine: nothing is measured on a slow disk");
    return;
  }
  if (place.database === "sqlite") {
    if (run.wants(DISK)) await attempt(run, `${place.database}: ${DISK}`, () => measureDisk(run, place, slow));
    await measure(run, place, WRITES, SLOW, slow(SLOWER_MS));
  } else await measureSlowPostgres(run, slow);
}

/** What a slow disk takes from the rate, and whether what makes it slow costs anything by itself. */
async function measureDisk(run: Run, place: SeededDatabase, slow: SlowSync): Promise<void> {
  const { database, size, seeded } = place;
  const work = "create";
  const ways = [
    { name: "as it is", env: {} },
    { name: "slowed by 0 ms", env: slow(0) },
    { name: `slowed by ${SLOWER_MS} ms`, env: slow(SLOWER_MS) },
  ];
  const contenders: Contender[] = [];
  let taken: Slice[][];
  try {
    for (const { name, env } of ways) {
      const server = await startOurs(place, { settings: env });
      contenders.push({ name, server, request: () => workloadNamed(work).request(seeded) });
    }
    taken = await takeTurns(contenders, roundsOf(run));
  } finally {
    for (const { server } of contenders) await server.stop();
  }
  const [asItIs, ...slowed] = taken;
  for (const [i, slices] of slowed.entries()) {
    const figures = { ours: figuresOf(slices), theirs: figuresOf(asItIs!), ratio: ratioOf(slices, asItIs!) };
    const row = { work: `${work}, syncs ${ways[i + 1]!.name}`, database, size, beside: "the disk as it is" };
    compare(run, { chapter: "disk", ...row, ...figures, aim: null });
  }
}

/** Measures PostgreSQL with slow syncs: as it is the one that syncs, another is started with the library. */
async function measureSlowPostgres(run: Run, slow: SlowSync): Promise<void> {
  if (!WRITES.some((work) => run.wants(nameOf(work, SLOW)))) return;
  const places = await prepareDatabases("postgres", run.sizes.slice(0, 1), { ...run, env: slow(SLOWER_MS) });
  try {
    await measure(run, places.all[0]!, WRITES, SLOW);
  } finally {
    await places.close();
  }
}

async function measure(
  run: Run,
  place: SeededDatabase,
  works: string[],
  how: string,
  env: Record<string, string> = {},
) {
  const wanted = works.filter((work) => run.wants(nameOf(work, how)));
  if (wanted.length === 0) return;
  const server = await startOurs(place, { settings: env });
  try {
    for (const work of wanted) {
      const name = nameOf(work, how);
      await attempt(run, `${place.database}: ${name}`, () => measureOne(run, place, server, work, name));
    }
  } finally {
    await server.stop();
  }
}

async function measureLeast(run: Run, place: SeededDatabase): Promise<void> {
  for (const program of LEAST) {
    const name = nameOf(program, AS_IT_IS);
    if (!run.wants(name)) continue;
    const server = await startBaseline(program, place, run.scratch, 0);
    try {
      await attempt(run, name, async () => {
        const value = await tailOf(run, place.database, { name, server, request: () => besideRequest(program) });
        note(run, { what: name, database: null, size: 0, unit: "ms", value, aim: null });
      });
    } finally {
      await server.stop();
    }
  }
}

async function measureOne(
  run: Run,
  { database, size, seeded }: SeededDatabase,
  server: MeasuredServer,
  work: string,
  name: string,
) {
  const value = await tailOf(run, database, { name, server, request: () => workloadNamed(work).request(seeded) });
  // What it must be is known once that of `hello` is, too.
  note(run, { what: name, database, size, unit: "ms", value, aim: null });
}

async function tailOf(run: Run, database: Database, contender: Contender): Promise<Spread> {
  const runs = { ...roundsOf(run), slices: Math.ceil(run.slices / RUN_FOR[database]), seconds: SECONDS, warmUp: 0 };
  await takeTurns([contender], { ...runs, slices: 1, seconds: WARM_UP_SECONDS });
  const [taken] = await takeTurns([contender], runs);
  return spreadOf((taken as Slice[]).map(({ p99 }) => p99));
}

function nameOf(work: string, how: string): string {
  return `${P99}${work}${how}`;
}
