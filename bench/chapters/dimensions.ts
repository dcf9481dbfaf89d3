// What grows, much of it beside little: apps of a key, all else that a workspace gathers, and issues that a single letter is looked for in.
import { takeTurns } from "../load/take-turns.ts";
import type { LoadRequest } from "../load/wrk.ts";
import { type Aim, type Chapter, figuresOf, ratioOf, type Slice } from "../report/figures.ts";
import { whole } from "../report/tables.ts";
import { prepareFilled, type SeededDatabase, type Seeding } from "../servers/databases.ts";
import { type Seeded, seed } from "../servers/seed.ts";
import { type SeededApps, seedApps } from "../servers/seed-apps.ts";
import { isShownOf, SECTION, type SeededMore, seedMore } from "../servers/seed-more.ts";
import { type MeasuredServer, startOurs } from "../servers/start-servers.ts";
import { SPELL, varying } from "../workloads/requests.ts";
import { attempt, compare, type Run, roundsOf } from "./run.ts";

/** Seconds of a long slice. */
const LONG_SLICE = 4;
const AIM: Aim = { bar: 0.75, goal: 0.95 };

interface Work<With> {
  name: string;
  /** Lua for what is sent; each time another spelling of it, which no answer is kept of. */
  sent(seeded: With): string;
  method?: "GET" | "POST" | "PUT";
  /** For a list that is answered in full, how many entries it has: the cost of each is compared. */
  shown?(size: number): number;
}

interface Dimension<With> {
  chapter: Chapter;
  /** Put in front of the names of its works. */
  label: string;
  sizes(run: Run): number[];
  seeding: Seeding<With>;
  works: Work<With>[];
}

interface Keyed {
  keys: { admin: string; viewer: string };
  /** The value of a signed-in admin's cookie, for what is asked below the interface's own path. */
  session?: string;
}

/** The time since when it lists, which all issues are younger than, is spelt in another way each time. */
const ANEW = '.. "&raised_after=" .. spell("2001-01-01T00:00:00.000Z")';
const PLATFORM = '"platforms":[{"code":"web","label":"Web"}]';

const APPS: Dimension<SeededApps> = {
  chapter: "apps",
  label: "all apps",
  sizes: () => [10, 3_000],
  seeding: { of: "apps", seed: seedApps },
  works: [
    { name: "the list of apps, each of them", sent: () => '"/api/v1/" .. spell("apps")', shown: (apps) => apps },
    { name: "results", sent: () => '"/api/v1/results?limit=" .. spell("50")' },
    {
      name: "results of somebody rare",
      sent: () => '"/api/v1/results?limit=50&tester=Rare&outcome=" .. spell("passed")',
    },
    { name: "list of 50", sent: () => `"/api/v1/issues?limit=50" ${ANEW}` },
    { name: "search for a common word", sent: () => `"/api/v1/issues?limit=50&q=button" ${ANEW}` },
    { name: "search for a rare word", sent: () => `"/api/v1/issues?limit=50&status=all&q=15000" ${ANEW}` },
    { name: "one app", sent: ({ appId }) => `"/api/v1/apps/" .. spell("${appId}")` },
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
  sizes: () => [100, 10_000],
  seeding: { of: "rows", seed: seedMore },
  works: [
    { name: "who asks, by a key", sent: () => '"/api/v1/me"' },
    { name: "page of the audit log", sent: () => '"/api/v1/audit?limit=" .. spell("50")' },
    { name: "page of deliveries", sent: (s) => ofApp(s, "/webhook/deliveries?limit=50") },
    { name: "page of notifications", sent: (s) => ofApp(s, "/notifications?limit=50") },
    { name: "page of closed cycles", sent: (s) => ofApp(s, "/cycles?status=closed&limit=50") },
    { name: "page of a section's checks", sent: (s) => named("checks", s) },
    { name: "issues of a section", sent: (s) => named("issues", s) },
    { name: "the list of people, each of them", sent: () => '"/ui/v1/" .. spell("people")', shown: isShownOf.people },
    { name: "the list of keys, each of them", sent: () => '"/ui/v1/" .. spell("keys")', shown: isShownOf.keys },
    {
      name: "open cycles, each of them",
      sent: (s) => ofApp(s, "/cycles?status=open&limit=200"),
      shown: isShownOf.openCycles,
    },
    {
      name: "a check's platforms, beside partly fixed issues",
      method: "PUT",
      sent: ({ checkId }) =>
        `"/api/v1/checks/${checkId}/not-applicable", nil, n % 2 == 0 and '{"platforms":["ios"]}' or '{"platforms":[]}'`,
    },
  ],
};

/** A search for a letter with which most words begin, few do, none does, or only words of older issues do. */
const LETTERS: Dimension<Seeded> = {
  chapter: "growth",
  label: "one letter",
  sizes: ({ sizes }) => [sizes[0]!, sizes.at(-1)!],
  seeding: { of: "issues", seed },
  works: [
    { name: "of a common word", sent: () => `"/api/v1/issues?limit=50&q=b" ${ANEW}` },
    { name: "of a common word, in an app", sent: ({ appId }) => `"/api/v1/issues?app=${appId}&limit=50&q=b" ${ANEW}` },
    { name: "of a digit", sent: () => `"/api/v1/issues?limit=50&status=all&q=9" ${ANEW}` },
    { name: "of no word", sent: () => `"/api/v1/issues?limit=50&q=z" ${ANEW}` },
    // Sorts all that have it: a tenth of all issues.
    { name: "of a word of older issues", sent: () => `"/api/v1/issues?limit=50&status=all&q=a" ${ANEW}` },
  ],
};

function ofApp({ appId }: SeededMore, rest: string): string {
  return `"/api/v1/apps/" .. spell("${appId}") .. "${rest}"`;
}

function named(list: "checks" | "issues", { appId }: SeededMore): string {
  return `"/api/v1/${list}?limit=50&section=${SECTION}&app=" .. spell("${appId}")`;
}

const nameOf = (label: string, work: string) => `${label}: ${work}`;
const namesOf = ({ label, works }: { label: string; works: { name: string }[] }) =>
  works.map(({ name }) => nameOf(label, name));
export const dimensionNames = [...namesOf(APPS), ...namesOf(MORE), ...namesOf(LETTERS)];

export async function measureDimensions(run: Run): Promise<void> {
  await measureDimension(run, APPS);
  await measureDimension(run, MORE);
  // With one size there is nothing to stand beside.
  if (run.sizes.length > 1) await measureDimension(run, LETTERS);
}

async function measureDimension<With extends Keyed>(run: Run, dimension: Dimension<With>): Promise<void> {
  const { label, works, sizes, seeding } = dimension;
  const wanted = works.filter(({ name }) => run.wants(nameOf(label, name)));
  if (wanted.length === 0) return;
  for (const database of run.databases) {
    const places = await prepareFilled(database, sizes(run), run, seeding);
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
  { name: work, sent, method = "GET", shown }: Work<With>,
  places: SeededDatabase<With>[],
  servers: MeasuredServer[],
): Promise<void> {
  const isWhole = shown !== undefined;
  const requestOf = (seeded: With): LoadRequest => {
    const asked = sent(seeded);
    const request = varying(method, seeded.keys.admin, SPELL, asked);
    return asked.includes("/ui/v1/") ? { ...request, headers: { cookie: `retest=${seeded.session}` } } : request;
  };
  // The long first slice is for both: whoever comes first has nothing compiled, and would look slow beside the other.
  const contenders = places.map(({ seeded, size }, i) => ({
    name: `${work} with ${size}`,
    server: servers[i]!,
    request: () => requestOf(seeded),
    isLarge: true,
  }));
  // A whole list may take longer than a usual slice.
  const rounds = { ...roundsOf(run), connections: 4, seconds: isWhole ? LONG_SLICE : undefined };
  const slices = await takeTurns(contenders, rounds);
  const taken = slices.map((some, i) => some.map((slice) => each(slice, shown?.(places[i]!.size) ?? 1)));
  const [few, many] = taken.map(figuresOf);
  const { database, size } = places[1]!;
  const row = { work, database, size, ours: many!, beside: `itself with ${whole(places[0]!.size)}`, theirs: few! };
  compare(run, { chapter, ...row, ratio: ratioOf(taken[1]!, taken[0]!), aim: AIM });
}

/** The slice as if each entry in an answer had been asked for by itself. */
function each(slice: Slice, shown: number): Slice {
  return { ...slice, requests: slice.requests * shown };
}
