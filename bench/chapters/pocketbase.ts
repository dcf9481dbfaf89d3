// Our server beside PocketBase, which does the equivalent with as many issues.

import { type Contender, takeTurns } from "../load/take-turns.ts";
import type { LoadRequest } from "../load/wrk.ts";
import { type PocketBase, startPocketBase } from "../peers/pocketbase-server.ts";
import { type Aim, figuresOf, ratioOf, spreadOf } from "../report/figures.ts";
import { POCKETBASE, UNCOUNTED } from "../report/peer-names.ts";
import { prepareDatabases, type SeededDatabases } from "../servers/databases.ts";
import { type MeasuredServer, startOurs } from "../servers/start-servers.ts";
import { workloadNamed } from "../workloads/workloads.ts";
import { attempt, compare, note, type Run, roundsOf } from "./run.ts";
import { START_UP_OF_POCKETBASE } from "./tail-and-start-up-aims.ts";

const ISSUES = 10_000;
const CONNECTIONS = 32;

interface Equivalent {
  work: string;
  name: string;
  request(peer: PocketBase): LoadRequest;
  aim: Aim | null;
}

const LIST = "list of 50, each page anew";
const equivalents: Equivalent[] = [
  { work: "get one", name: POCKETBASE, request: (peer) => peer.getOne(), aim: { bar: 20, goal: 40 } },
  { work: LIST, name: POCKETBASE, request: (peer) => peer.list(true), aim: { bar: 20, goal: 30 } },
  { work: LIST, name: UNCOUNTED, request: (peer) => peer.list(false), aim: null },
  {
    work: "list of 50, unchanged",
    name: POCKETBASE,
    request: (peer) => peer.list(true),
    aim: { bar: 20, goal: 30 },
  },
  { work: "create", name: POCKETBASE, request: (peer) => peer.create(), aim: { bar: 15, goal: 20 } },
];

const nameOf = (work: string) => `pocketbase: ${work}`;
export const pocketbaseNames = equivalents.map(({ work }) => nameOf(work));

export async function measurePocketbase(run: Run): Promise<void> {
  const wanted = equivalents.filter(({ work }) => run.wants(nameOf(work)));
  if (wanted.length === 0) return;
  const prepared: SeededDatabases[] = [];
  const running: MeasuredServer[] = [];
  try {
    for (const database of run.databases) {
      prepared.push(await prepareDatabases(database, [ISSUES], run));
      run.postgres ??= prepared.at(-1)!.version;
    }
    const places = prepared.flatMap(({ all }) => all);
    for (const place of places) running.push(await startOurs(place));
    const peer = await startPocketBase(run.scratch, ISSUES);
    running.push(peer.server);
    let memory = 0;
    for (const { work, name, request, aim } of wanted) {
      await attempt(run, `beside ${name}: ${work}`, async () => {
        const contenders: Contender[] = places.map((place, i) => ({
          name: `${work} on ${place.database}`,
          server: running[i]!,
          request: () => workloadNamed(work).request(place.seeded),
          isLarge: true,
        }));
        contenders.push({ name, server: peer.server, request: () => request(peer) });
        const taken = await takeTurns(contenders, { ...roundsOf(run), connections: CONNECTIONS });
        const figures = taken.map(figuresOf);
        const theirs = figures.at(-1)!;
        memory = Math.max(memory, theirs.memoryMb);
        for (const [i, { database }] of places.entries()) {
          const ratio = ratioOf(taken[i]!, taken.at(-1)!);
          const aimed = database === "sqlite" ? aim : null;
          const row = { chapter: "peer" as const, work, database, size: ISSUES, ours: figures[i]!, beside: name };
          compare(run, { ...row, theirs, ratio, aim: aimed });
        }
      });
    }
    const of = { database: null, size: ISSUES, aim: null };
    const startUp = spreadOf([peer.server.startMs / 1_000]);
    note(run, { what: START_UP_OF_POCKETBASE, unit: "s", value: startUp, ...of, size: 0 });
    note(run, { what: "memory of PocketBase, under load", unit: "MB", value: spreadOf([memory]), ...of });
  } finally {
    for (const server of running) await server.stop();
    for (const places of prepared) await places.close();
  }
}
