// Two workers beside one. Both cores belong to everybody here: two workers can't have a core each and leave one for the load.

import { takeTurns } from "../load/take-turns.ts";
import { type Aim, type Database, figuresOf, ratioOf } from "../report/figures.ts";
import { BOTH_CORES, SERVER_CORE } from "../servers/cores.ts";
import type { SeededDatabases } from "../servers/databases.ts";
import { startOurs } from "../servers/start-servers.ts";
import { workloadNamed } from "../workloads/workloads.ts";
import { attempt, compare, type Run, roundsOf } from "./run.ts";

const READS: Aim = { bar: 1.6, goal: 1.8 };
/** Each of two has half the requests to warm up with. */
const WARM_UP = 5;
/** The share of slices that are taken here, so that a whole run ends within three quarters of an hour. */
const SHARE = 0.6;
/** Sending 50 KB that are ready costs as much as fetching them: the load would need a core of its own. */
const works: { work: string; aim: Aim | null; only?: Database }[] = [
  { work: "get one", aim: READS },
  { work: "list of 50, each page anew", aim: READS },
  { work: "list of 50, unchanged", aim: null, only: "sqlite" },
  { work: "app summary, each anew", aim: READS, only: "sqlite" },
  { work: "create", aim: null },
];

const nameOf = (work: string) => `two workers: ${work}`;
export const workersNames = works.map(({ work }) => nameOf(work));

export async function measureWorkers(run: Run, places: SeededDatabases): Promise<void> {
  const [place] = places.all;
  const { database, size, seeded } = place!;
  const here = works.filter(({ only }) => only === undefined || only === database);
  const wanted = here.filter(({ work }) => run.wants(nameOf(work)));
  if (wanted.length === 0) return;
  places.pinTo(BOTH_CORES);
  const one = await startOurs(place!, { cores: BOTH_CORES });
  const two = await startOurs(place!, { cores: BOTH_CORES, settings: { RETEST_WORKERS: "2" } });
  try {
    for (const { work, aim } of wanted) {
      await attempt(run, `${database}, ${nameOf(work)}`, async () => {
        const request = () => workloadNamed(work).request(seeded);
        const contenders = [
          { name: "two workers", server: two, request },
          { name: "one worker", server: one, request },
        ];
        const slices = Math.ceil(run.slices * SHARE);
        const rounds = { ...roundsOf(run), slices, warmUp: WARM_UP, cores: BOTH_CORES };
        const [ours, theirs] = await takeTurns(contenders, rounds);
        const row = { chapter: "workers" as const, work, database, size, beside: "one worker" };
        const figures = { ours: figuresOf(ours!), theirs: figuresOf(theirs!) };
        compare(run, { ...row, ...figures, ratio: ratioOf(ours!, theirs!), aim: database === "sqlite" ? aim : null });
      });
    }
  } finally {
    await one.stop();
    await two.stop();
    places.pinTo(SERVER_CORE);
  }
}
