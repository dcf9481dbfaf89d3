// Many workspaces in one PostgreSQL: one of them, and all of them in turn, beside a database that has only one.
import { takeTurns } from "../load/take-turns.ts";
import { type Aim, figuresOf, ratioOf, spreadOf } from "../report/figures.ts";
import { prepareFilled, type SeededDatabase, type Seeding } from "../servers/databases.ts";
import { memoryMb } from "../servers/processes.ts";
import { type ManyWorkspaces, type SeededWorkspaces, seedWorkspaces } from "../servers/seed-workspaces.ts";
import { type MeasuredServer, startOurs } from "../servers/start-servers.ts";
import { type WorkspaceWork, workspaceWorks } from "../workloads/workspace-requests.ts";
import { attempt, compare, note, type Run, roundsOf } from "./run.ts";

const AIM: Aim = { bar: 0.75, goal: 0.95 };

const nameOf = (work: string) => `workspaces: ${work}`;
export const workspaceNames = workspaceWorks.map(({ name }) => nameOf(name));

export function workspacesSeeding(each: ManyWorkspaces): Seeding<SeededWorkspaces> {
  return { of: "workspaces", seed: (where, workspaces) => seedWorkspaces(where, workspaces, each) };
}

export async function measureWorkspaces(run: Run): Promise<void> {
  if (!workspaceNames.some(run.wants) || !run.databases.includes("postgres")) return;
  const { workspaces } = run.workspaces;
  // Such databases are as large as the disk allows, and not worth a copy.
  const places = await prepareFilled(
    "postgres",
    [1, workspaces],
    { ...run, keep: false },
    workspacesSeeding(run.workspaces),
  );
  run.postgres ??= places.version;
  try {
    await measureInPlaces(run, places.all);
  } finally {
    await places.close();
  }
}

/** A database with one workspace, and one with many. */
export async function measureInPlaces(run: Run, places: SeededDatabase<SeededWorkspaces>[]): Promise<void> {
  const servers: MeasuredServer[] = [];
  try {
    for (const place of places) {
      const server = await startOurs(place);
      servers.push(server);
      noteFresh(run, place, server);
    }
    for (const work of workspaceWorks.filter(({ name }) => run.wants(nameOf(name)))) {
      await attempt(run, `postgres, ${nameOf(work.name)}`, () => measure(run, work, places, servers));
    }
  } finally {
    for (const server of servers) await server.stop();
  }
}

function noteFresh(run: Run, { size }: SeededDatabase<SeededWorkspaces>, server: MeasuredServer): void {
  const what = `${size} ${size === 1 ? "workspace" : "workspaces"}`;
  const row = { database: "postgres", size: size * run.workspaces.apps * run.workspaces.issues, aim: null } as const;
  note(run, { ...row, what: `start-up, ${what}`, unit: "s", value: spreadOf([server.startMs / 1_000]) });
  note(run, { ...row, what: `memory after it, ${what}`, unit: "MB", value: spreadOf([memoryMb(server.pids())]) });
}

async function measure(
  run: Run,
  { name, request, connections }: WorkspaceWork,
  [one, many]: SeededDatabase<SeededWorkspaces>[],
  [ofOne, ofMany]: MeasuredServer[],
): Promise<void> {
  const { seeded, size } = many!;
  const middle = Math.floor(size / 2);
  const contenders = [
    { name: "alone", server: ofOne!, request: () => request(one!.seeded.all, one!.seeded) },
    { name: "one of them", server: ofMany!, request: () => request(seeded.all.slice(middle, middle + 1), seeded) },
    { name: "all in turn", server: ofMany!, request: () => request(seeded.all, seeded) },
  ];
  const taken = await takeTurns(contenders, { ...roundsOf(run), connections });
  const [alone, ...others] = taken;
  for (const [i, slices] of others.entries()) {
    compare(run, {
      chapter: "workspaces",
      work: `${name}, ${contenders[i + 1]!.name}`,
      database: "postgres",
      size,
      ours: figuresOf(slices),
      beside: `one workspace`,
      theirs: figuresOf(alone!),
      ratio: ratioOf(slices, alone!),
      aim: AIM,
    });
  }
}
