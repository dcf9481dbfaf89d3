// Our server beside the least that each piece of work needs, and beside itself with fewer issues.

import { type Contender, takeTurns } from "../load/take-turns.ts";
import { figuresOf, ratioOf, type Slice } from "../report/figures.ts";
import { whole } from "../report/tables.ts";
import type { SeededDatabase } from "../servers/databases.ts";
import { type MeasuredServer, startBaseline, startOurs } from "../servers/start-servers.ts";
import { auth, besideRequest } from "../workloads/requests.ts";
import { type BaselineProgram, growthAim, type Workload, workloads } from "../workloads/workloads.ts";
import { attempt, compare, type Run, roundsOf } from "./run.ts";

/** The places are those of one database, from the smallest; gives the most memory that each of their servers held. */
export async function measureBesideBaseline(run: Run, places: SeededDatabase[]): Promise<Map<SeededDatabase, number>> {
  const most = new Map<SeededDatabase, number>();
  const { database } = places[0]!;
  const here = workloads.filter(({ only }) => only === undefined || only === database);
  const wanted = here.filter(({ name }) => run.wants(name));
  if (wanted.length === 0) return most;
  const servers = new Map<SeededDatabase, MeasuredServer>();
  for (const place of places) servers.set(place, await startOurs(place));
  for (const work of wanted) {
    await attempt(run, `${database}: ${work.name}`, async () => {
      for (const [place, memory] of await measure(run, work, placesOf(work, places), servers)) {
        most.set(place, Math.max(most.get(place) ?? 0, memory));
      }
    });
  }
  for (const server of servers.values()) await server.stop();
  return most;
}

function placesOf({ sizes }: Workload, places: SeededDatabase[]): SeededDatabase[] {
  if (sizes === "all") return places;
  return sizes === "smallest" ? places.slice(0, 1) : [...new Set([places[0]!, places.at(-1)!])];
}

async function measure(
  run: Run,
  work: Workload,
  places: SeededDatabase[],
  servers: Map<SeededDatabase, MeasuredServer>,
) {
  const { database } = places[0]!;
  const { settings, connections, seconds } = work;
  const beside = work.beside.filter(({ only }) => only === undefined || only === database);
  const started: MeasuredServer[] = [];
  const contenders: Contender[] = [];
  let taken: Slice[][];
  try {
    for (const place of places) {
      const own = settings === undefined ? servers.get(place)! : await startOurs(place, { settings });
      if (settings !== undefined) started.push(own);
      const request = () => work.request(place.seeded);
      const refused = work.refused === true;
      contenders.push({ name: `ours with ${place.size}`, server: own, request, refused, isLarge: true });
    }
    const bytes = work.path === undefined ? 0 : await sizeOf(work.path, places[0]!, contenders[0]!.server);
    for (const { program } of beside) {
      const server = await startBaseline(program, places[0]!, run.scratch, bytes);
      started.push(server);
      contenders.push({ name: program, server, request: () => besideRequest(program) });
    }
    taken = await takeTurns(contenders, { ...roundsOf(run), connections, seconds });
  } finally {
    for (const server of started) await server.stop();
  }
  return tell(run, work, places, beside, taken);
}

/** Gives the most memory that the server of each place held. */
function tell(
  run: Run,
  work: Workload,
  places: SeededDatabase[],
  beside: BaselineProgram[],
  taken: Slice[][],
): [SeededDatabase, number][] {
  const figures = taken.map(figuresOf);
  for (const [i, { database, size }] of places.entries()) {
    const ours = { work: work.name, database, size, ours: figures[i]! };
    for (const [k, { program, aims }] of beside.entries()) {
      const at = places.length + k;
      const ratio = ratioOf(taken[i]!, taken[at]!);
      const aim = aims?.[database] ?? null;
      compare(run, { chapter: "least", ...ours, beside: program, theirs: figures[at]!, ratio, aim });
    }
    if (i > 0) {
      const ratio = ratioOf(taken[i]!, taken[0]!);
      const fewer = `itself with ${whole(places[0]!.size)}`;
      compare(run, {
        chapter: "growth",
        ...ours,
        beside: fewer,
        theirs: figures[0]!,
        ratio,
        aim: growthAim(work, size),
      });
    }
  }
  return places.map((place, i) => [place, figures[i]!.memoryMb]);
}

async function sizeOf(path: string, { seeded }: SeededDatabase, { port }: MeasuredServer): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: auth(seeded.keys.viewer) });
  return (await response.arrayBuffer()).byteLength;
}
