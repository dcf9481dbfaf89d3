// Cycles beside the same work without them, and reading them with more results beside reading them with fewer.
import { type Contender, takeTurns } from "../load/take-turns.ts";
import { figuresOf, ratioOf, type Slice } from "../report/figures.ts";
import { whole } from "../report/tables.ts";
import { prepareFilled, type SeededDatabase } from "../servers/databases.ts";
import { cpuSeconds, memoryMb } from "../servers/processes.ts";
import { PLATFORMS, sampleSections } from "../servers/seed.ts";
import { type SeededCycles, seedCycles } from "../servers/seed-cycles.ts";
import { type MeasuredServer, startOurs } from "../servers/start-servers.ts";
import { BESIDE, type CycleWork, cycleWorks } from "../workloads/cycle-works.ts";
import { auth } from "../workloads/requests.ts";
import { growthAim } from "../workloads/workloads.ts";
import { attempt, compare, type Run, roundsOf } from "./run.ts";

type Place = SeededDatabase<SeededCycles>;

const START = "starting a cycle";
const CLOSE = "closing a cycle";
const IMPORT = "importing the same runbook";

const nameOf = (work: string) => `cycles: ${work}`;
export const cycleNames = [...cycleWorks.map(({ name }) => name), START, CLOSE].map(nameOf);

export async function measureCycles(run: Run): Promise<void> {
  const wanted = cycleWorks.filter(({ name }) => run.wants(nameOf(name)));
  const isStarted = run.wants(nameOf(START)) || run.wants(nameOf(CLOSE));
  if (wanted.length === 0 && !isStarted) return;
  for (const database of run.databases) {
    const sizes = [...new Set([run.sizes[0]!, run.sizes.at(-1)!])];
    const places = await prepareFilled(database, sizes, run, { of: "results", seed: seedCycles });
    run.postgres ??= places.version;
    const servers: MeasuredServer[] = [];
    try {
      for (const place of places.all) servers.push(await startOurs(place));
      for (const work of wanted) {
        await attempt(run, `${database}, ${nameOf(work.name)}`, () => measure(run, work, places.all, servers));
      }
      if (isStarted) {
        await attempt(run, `${database}, ${nameOf(`${START}, ${CLOSE}`)}`, () =>
          measureStartAndClose(run, places.all[0]!, servers[0]!),
        );
      }
    } finally {
      for (const server of servers) await server.stop();
      await places.close();
    }
  }
}

/** Compares with the same works without cycles at the fewest results; with more, each with itself. */
async function measure(run: Run, work: CycleWork, places: Place[], servers: MeasuredServer[]): Promise<void> {
  const { name, beside, connections, seconds } = work;
  const here = work.grows === true ? places : places.slice(0, 1);
  const contenders: Contender[] = here.map(({ seeded, size }, i) => ({
    name: `${name} with ${size}`,
    server: servers[i]!,
    request: () => work.request(seeded),
  }));
  const { seeded, size, database } = places[0]!;
  if (beside !== null) {
    contenders.push({ name: beside.name, server: servers[0]!, request: () => beside.request(seeded) });
  }
  const taken = await takeTurns(contenders, { ...roundsOf(run), connections, seconds });
  const figures = taken.map(figuresOf);
  if (beside !== null) {
    const ratio = ratioOf(taken[0]!, taken.at(-1)!);
    const row = { work: name, database, size, ours: figures[0]!, beside: beside.name, theirs: figures.at(-1)!, ratio };
    compare(run, { chapter: "cycles", ...row, aim: BESIDE });
  }
  for (const [i, place] of here.entries()) {
    if (i === 0) continue;
    const row = { work: name, database, size: place.size, ours: figures[i]!, beside: `itself with ${whole(size)}` };
    const ratio = ratioOf(taken[i]!, taken[0]!);
    compare(run, { chapter: "cycleGrowth", ...row, theirs: figures[0]!, ratio, aim: growthAim(work, place.size) });
  }
}

/** One after the other, round by round: each writes thousands of rows. A cycle has results for all that is in it when it is closed. */
async function measureStartAndClose(run: Run, place: Place, server: MeasuredServer): Promise<void> {
  const { seeded, database, size } = place;
  const taken = { import: [] as Slice[], start: [] as Slice[], close: [] as Slice[] };
  const post = (path: string, body: string) => timed(server, seeded.keys.admin, path, body);
  for (let round = -1; round < run.slices; round++) {
    const name = `Round ${round}, ${Date.now()}`;
    const imported = await post("/apps/import", runbookFile(name));
    const started = await post(`/apps/${seeded.cycledId}/cycles`, JSON.stringify({ name }));
    for (const results of allResults(seeded.cycledId)) await post("/results", results);
    const closed = await post(`/cycles/${started.data.id}/close`, "");
    if (round < 0) continue;
    taken.import.push(imported.slice);
    taken.start.push(started.slice);
    taken.close.push(closed.slice);
  }
  for (const [work, slices] of [
    [START, taken.start],
    [CLOSE, taken.close],
  ] as const) {
    const figures = { ours: figuresOf(slices), theirs: figuresOf(taken.import), ratio: ratioOf(slices, taken.import) };
    compare(run, { chapter: "cycles", work, database, size, beside: IMPORT, ...figures, aim: BESIDE });
  }
}

function runbookFile(name: string): string {
  const sections = sampleSections().map(({ ref, title, checks }) => ({
    ref,
    title,
    checks: checks.map((check) => ({ ref: check.ref, title: check.title })),
  }));
  return JSON.stringify({ name, platforms: PLATFORMS, sections });
}

/** A result of every platform-check, in pieces. */
function allResults(app: string): string[] {
  const checks = sampleSections().flatMap((section) => section.checks);
  return [checks.slice(0, 1_000), checks.slice(1_000)].map((some) =>
    JSON.stringify({ app, results: some.map(({ ref }) => ({ check: ref, outcome: "passed" })) }),
  );
}

/** Times one request as a slice of its own. */
async function timed(server: MeasuredServer, key: string, path: string, body: string) {
  const all = () => [...server.pids(), ...server.databasePids()];
  const [cpu, began] = [cpuSeconds(all()), performance.now()];
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/v1${path}`, {
    method: "POST",
    headers: auth(key),
    ...(body === "" ? {} : { body }),
  });
  const { data, error } = (await answer.json()) as { data: { id: string }; error?: { message: string } };
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${error?.message}`);
  const ms = performance.now() - began;
  const slice: Slice = {
    requests: 1,
    seconds: ms / 1_000,
    cpuSeconds: cpuSeconds(all()) - cpu,
    loadCpuSeconds: 0,
    p50: ms,
    p99: ms,
    memoryMb: memoryMb(server.pids()),
    errors: 0,
  };
  return { data, slice };
}
