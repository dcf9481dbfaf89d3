// What grows besides issues, much of it beside little: apps of a key, and all else that a workspace gathers.
import { takeTurns } from "../load/take-turns.ts";
import type { LoadRequest } from "../load/wrk.ts";
import { type Aim, type Chapter, figuresOf, ratioOf } from "../report/figures.ts";
import { whole } from "../report/tables.ts";
import { prepareFilled, type SeededDatabase, type Seeding } from "../servers/databases.ts";
import { seedApps } from "../servers/seed-apps.ts";
import { SECTION, type SeededMore, seedMore } from "../servers/seed-more.ts";
import { type MeasuredServer, startOurs } from "../servers/start-servers.ts";
import { SPELL, varying } from "../workloads/requests.ts";
import { attempt, compare, type Run, roundsOf } from "./run.ts";

const AIM: Aim = { bar: 0.75, goal: 0.95 };

interface Work<With> {
  name: string;
  /** Lua for what is sent; each time another spelling of it, which no answer is kept of. */
  sent(seeded: With): string;
  method?: "GET" | "POST";
}

interface Dimension<With> {
  chapter: Chapter;
  /** In front of the names of its works. */
  label: string;
  sizes: number[];
  seeding: Seeding<With>;
  works: Work<With>[];
}

interface Keyed {
  keys: { admin: string; viewer: string };
}

/** The time since when it lists, which all issues are younger than, is spelt in another way each time. */
const ANEW = '.. "&raised_after=" .. spell("2001-01-01T00:00:00.000Z")';
const PLATFORM = '"platforms":[{"code":"web","label":"Web"}]';

const APPS: Dimension<Keyed> = {
  chapter: "apps",
  label: "all apps",
  sizes: [10, 3_000],
  seeding: { of: "apps", seed: seedApps },
  works: [
    { name: "list of 50", sent: () => `"/api/v1/issues?limit=50" ${ANEW}` },
    { name: "search for a common word", sent: () => `"/api/v1/issues?limit=50&q=button" ${ANEW}` },
    { name: "search for a rare word", sent: () => `"/api/v1/issues?limit=50&status=all&q=15000" ${ANEW}` },
    { name: "one app", sent: () => '"/api/v1/apps/" .. spell("App 3")' },
    // Last, because it makes of few apps many.
    {
      name: "create an app",
      method: "POST",
      sent: () => `"/api/v1/apps", nil, '{"name":"App of load ' .. n .. '",${PLATFORM}}'`,
    },
  ],
};

const MORE: Dimension<SeededMore> = {
  chapter: "more",
  label: "more of all",
  sizes: [100, 10_000],
  seeding: { of: "rows", seed: seedMore },
  works: [
    { name: "who asks, by a key", sent: () => '"/api/v1/me"' },
    { name: "page of the audit log", sent: () => '"/api/v1/audit?limit=" .. spell("50")' },
    { name: "page of deliveries", sent: (s) => ofApp(s, "/webhook/deliveries?limit=50") },
    { name: "page of notifications", sent: (s) => ofApp(s, "/notifications?limit=50") },
    { name: "page of closed cycles", sent: (s) => ofApp(s, "/cycles?status=closed&limit=50") },
    { name: "page of a section's checks", sent: (s) => named("checks", s) },
    { name: "issues of a section", sent: (s) => named("issues", s) },
  ],
};

function ofApp({ appId }: SeededMore, rest: string): string {
  return `"/api/v1/apps/" .. spell("${appId}") .. "${rest}"`;
}

function named(list: "checks" | "issues", { appId }: SeededMore): string {
  return `"/api/v1/${list}?limit=50&section=${SECTION}&app=" .. spell("${appId}")`;
}

const nameOf = (label: string, work: string) => `${label}: ${work}`;
export const dimensionNames = [APPS, MORE].flatMap(({ label, works }) => works.map(({ name }) => nameOf(label, name)));

export async function measureDimensions(run: Run): Promise<void> {
  await measureDimension(run, APPS);
  await measureDimension(run, MORE);
}

async function measureDimension<With extends Keyed>(run: Run, dimension: Dimension<With>): Promise<void> {
  const { label, works, sizes, seeding } = dimension;
  const wanted = works.filter(({ name }) => run.wants(nameOf(label, name)));
  if (wanted.length === 0) return;
  for (const database of run.databases) {
    const places = await prepareFilled(database, sizes, run, seeding);
    run.postgres ??= places.version;
    const servers: MeasuredServer[] = [];
    try {
      for (const place of places.all) servers.push(await startOurs(place));
      for (const work of wanted) {
        await attempt(run, `${database}, ${nameOf(label, work.name)}`, () =>
          measure(run, dimension.chapter, work, places.all, servers),
        );
      }
    } finally {
      for (const server of servers) await server.stop();
      await places.close();
    }
  }
}

async function measure<With extends Keyed>(
  run: Run,
  chapter: Chapter,
  { name: work, sent, method = "GET" }: Work<With>,
  places: SeededDatabase<With>[],
  servers: MeasuredServer[],
): Promise<void> {
  const requestOf = (seeded: With): LoadRequest => varying(method, seeded.keys.admin, SPELL, sent(seeded));
  const contenders = places.map(({ seeded, size }, i) => ({
    name: `${work} with ${size}`,
    server: servers[i]!,
    request: () => requestOf(seeded),
  }));
  const taken = await takeTurns(contenders, { ...roundsOf(run), connections: 4 });
  const [few, many] = taken.map(figuresOf);
  const { database, size } = places[1]!;
  const row = { work, database, size, ours: many!, beside: `itself with ${whole(places[0]!.size)}`, theirs: few! };
  compare(run, { chapter, ...row, ratio: ratioOf(taken[1]!, taken[0]!), aim: AIM });
}
