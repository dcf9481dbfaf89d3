// What is measured of cycles: each piece of work beside the same work without cycles, or the nearest to it.
import type { LoadRequest } from "../load/wrk.ts";
import type { Aim } from "../report/figures.ts";
import type { SeededCycles } from "../servers/seed-cycles.ts";
import { auth, SPELL, thousandResults, varying } from "./requests.ts";

/** The aim with cycles: nothing takes more than one and a half times as long. */
export const BESIDE: Aim = { bar: 1 / 1.5, goal: 1 };

export interface CycleWork {
  name: string;
  request(seeded: SeededCycles): LoadRequest;
  /** The work without cycles to compare with; null for one that is only compared with itself at fewer results. */
  beside: { name: string; request(seeded: SeededCycles): LoadRequest } | null;
  /** Whether it should be as fast with a million results as with a thousand. */
  grows?: true;
  connections: number;
  seconds?: number;
}

/** A path with its id spelled differently each time, so that no kept answer is given. */
const anew =
  (before: string, id: (seeded: SeededCycles) => string, after = "") =>
  (seeded: SeededCycles) =>
    varying("GET", seeded.keys.viewer, SPELL, `"/api/v1${before}" .. spell("${id(seeded)}") .. "${after}"`);
const again = (path: (seeded: SeededCycles) => string) => (seeded: SeededCycles) => ({
  method: "GET" as const,
  path: `/api/v1${path(seeded)}`,
  headers: auth(seeded.keys.viewer),
});

const openId = ({ openId: id }: SeededCycles) => id;
const closedId = ({ closedId: id }: SeededCycles) => id;
const cycledId = ({ cycledId: id }: SeededCycles) => id;
const plainId = ({ plainId: id }: SeededCycles) => id;

const summaryOfApp = { name: "summary of an app", request: anew("/apps/", plainId) };
const pageOfApp = { name: "page of 50 checks", request: anew("/checks?limit=50&app=", plainId) };
const runbookOfApp = { name: "runbook of an app", request: anew("/apps/", plainId, "/runbook") };
const reportOfApp = { name: "report of an app", request: anew("/apps/", plainId, "/report") };

/** Works with cycles. Those that read come first, as the others write. */
export const cycleWorks: CycleWork[] = [
  { name: "summary of a cycle", request: anew("/cycles/", openId), beside: summaryOfApp, grows: true, connections: 16 },
  {
    name: "summary of a cycle, unchanged",
    request: again(({ openId: id }) => `/cycles/${id}`),
    beside: { name: "summary of an app, unchanged", request: again(({ plainId: id }) => `/apps/${id}`) },
    grows: true,
    connections: 16,
  },
  {
    name: "page of 50 checks of a cycle",
    request: anew("/cycles/", openId, "/checks?limit=50"),
    beside: pageOfApp,
    grows: true,
    connections: 4,
  },
  {
    name: "page of 50 checks of a closed cycle",
    request: anew("/cycles/", closedId, "/checks?limit=50"),
    beside: pageOfApp,
    grows: true,
    connections: 4,
  },
  {
    name: "list of an app's cycles",
    request: anew("/apps/", cycledId, "/cycles"),
    beside: summaryOfApp,
    grows: true,
    connections: 16,
  },
  {
    name: "runbook of a cycle",
    request: anew("/cycles/", openId, "/runbook"),
    beside: runbookOfApp,
    grows: true,
    connections: 2,
  },
  {
    name: "runbook of a closed cycle",
    request: anew("/cycles/", closedId, "/runbook"),
    beside: runbookOfApp,
    grows: true,
    connections: 2,
  },
  {
    name: "export of a cycle",
    request: (seeded) => anew("/apps/", cycledId, `/export?format=json&cycle=${seeded.openId}`)(seeded),
    beside: { name: "export of an app", request: anew("/apps/", plainId, "/export?format=json") },
    grows: true,
    connections: 2,
    seconds: 2,
  },
  {
    name: "report of a cycle",
    request: anew("/cycles/", openId, "/report"),
    beside: reportOfApp,
    grows: true,
    connections: 2,
    seconds: 2,
  },
  {
    name: "report of a closed cycle",
    request: anew("/cycles/", closedId, "/report"),
    beside: reportOfApp,
    grows: true,
    connections: 2,
    seconds: 2,
  },
  {
    name: "result that counts for three cycles",
    request: (seeded) => resultOn(seeded, seeded.cycledId),
    beside: { name: "result, no cycles", request: (seeded) => resultOn(seeded, seeded.plainId) },
    connections: 64,
  },
  {
    name: "1,000 results that count for three cycles",
    request: (seeded) => batchOn(seeded, seeded.cycledId),
    beside: { name: "1,000 results, no cycles", request: (seeded) => batchOn(seeded, seeded.plainId) },
    connections: 2,
    seconds: 3,
  },
];

/** Records on another check and platform each time; every seventh result is a failure. */
function resultOn({ keys }: SeededCycles, app: string): LoadRequest {
  const set = `local codes = {"ios", "android", "web", "tv"}`;
  const body = `string.format('{"app":"${app}","check":"C-%d","platforms":["%s"],"outcome":"%s"}',
    n % 2000, codes[1 + math.floor(n / 2000) % 4], n % 7 == 0 and "failed" or "passed")`;
  return varying("POST", keys.admin, set, `"/api/v1/results", nil, ${body}`);
}

function batchOn({ keys }: SeededCycles, app: string): LoadRequest {
  return { method: "POST", path: "/api/v1/results", headers: auth(keys.admin), body: thousandResults(app) };
}
