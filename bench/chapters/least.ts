// Our server beside the least that each piece of work needs, and beside itself with fewer issues.
import { figuresOf, ratioOf } from "../figures.ts";
import { type Contender, takeTurns } from "../measure.ts";
import type { Place } from "../places.ts";
import { whole } from "../report.ts";
import { auth, besideRequest } from "../requests.ts";
import { compare, type Run } from "../run.ts";
import { type Running, startLimit, startOurs } from "../servers.ts";
import { growthAim, type Work, works } from "../works.ts";

/** The places are those of one database, from the smallest; gives the most memory that each of their servers held. */
export async function measureWorks(run: Run, places: Place[]): Promise<Map<Place, number>> {
  const most = new Map<Place, number>();
  const wanted = works.filter(({ name }) => run.wants(name));
  if (wanted.length === 0) return most;
  const servers = new Map<Place, Running>();
  for (const place of places) servers.set(place, await startOurs(place));
  for (const work of wanted) {
    for (const [place, memory] of await measure(run, work, placesOf(work, places), servers)) {
      most.set(place, Math.max(most.get(place) ?? 0, memory));
    }
  }
  for (const server of servers.values()) await server.stop();
  return most;
}

function placesOf({ sizes }: Work, places: Place[]): Place[] {
  if (sizes === "all") return places;
  return sizes === "smallest" ? places.slice(0, 1) : [...new Set([places[0]!, places.at(-1)!])];
}

async function measure(run: Run, work: Work, places: Place[], servers: Map<Place, Running>) {
  const { database } = places[0]!;
  console.error(`${database}: ${work.name}`);
  const own: Running[] = [];
  for (const place of places) {
    own.push(work.settings === undefined ? servers.get(place)! : await startOurs(place, { settings: work.settings }));
  }
  const beside = work.beside.filter(({ only }) => only === undefined || only === database);
  const bytes = work.path === undefined ? 0 : await sizeOf(work.path, places[0]!, own[0]!);
  const theirs: Running[] = [];
  for (const { program } of beside) theirs.push(await startLimit(program, places[0]!, run.scratch, bytes));
  const contenders: Contender[] = [
    ...places.map((place, i) => ({
      name: `${work.name} at ${place.issues}`,
      server: own[i]!,
      request: () => work.request(place.seeded),
      refused: work.refused === true,
    })),
    ...beside.map(({ program }, i) => ({ name: program, server: theirs[i]!, request: () => besideRequest(program) })),
  ];
  const { slices, scratch } = run;
  const { connections, seconds } = work;
  const taken = await takeTurns(contenders, { slices, scratch, connections, seconds });
  for (const server of theirs) await server.stop();
  if (work.settings !== undefined) for (const server of own) await server.stop();

  const figures = taken.map(figuresOf);
  for (const [i, { issues }] of places.entries()) {
    const ours = { work: work.name, database, issues, ours: figures[i]! };
    for (const [k, { program, aims }] of beside.entries()) {
      const at = places.length + k;
      const ratio = ratioOf(taken[i]!, taken[at]!);
      const aim = aims?.[database] ?? null;
      compare(run, { chapter: "least", ...ours, beside: program, theirs: figures[at]!, ratio, aim });
    }
    if (i > 0) {
      const ratio = ratioOf(taken[i]!, taken[0]!);
      const fewer = `itself with ${whole(places[0]!.issues)}`;
      compare(run, { chapter: "growth", ...ours, beside: fewer, theirs: figures[0]!, ratio, aim: growthAim(work) });
    }
  }
  return places.map((place, i) => [place, figures[i]!.memoryMb] as const);
}

async function sizeOf(path: string, { seeded }: Place, { port }: Running): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: auth(seeded.keys.viewer) });
  return (await response.arrayBuffer()).byteLength;
}
