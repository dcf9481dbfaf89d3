// What is measured: each piece of work with its requests, the programs it stands beside, and what it should reach.

import type { LoadRequest } from "../load/wrk.ts";
import type { Aim, Database } from "../report/figures.ts";
import type { Seeded } from "../servers/seed.ts";
import * as requests from "./requests.ts";

export interface BaselineProgram {
  program: string;
  aims?: Partial<Record<Database, Aim>>;
  /** Set where a table of SQLite is read or updated, which can't be compared with PostgreSQL. */
  only?: Database;
}

export interface Workload {
  name: string;
  beside: BaselineProgram[];
  /** Gives the request for the next slice. */
  request(seeded: Seeded): LoadRequest;
  /** Settings of a server of its own, where the work needs some. */
  settings?: Record<string, string>;
  /** Whether every answer must be a refusal. */
  refused?: boolean;
  /** Set where it doesn't matter which database ours has. */
  only?: Database;
  /** Whether it should be as fast with a million issues as with a thousand. */
  grows?: true | "as fixes do";
  sizes: "all" | "ends" | "smallest";
  /** Set for what takes long. */
  connections?: number;
  seconds?: number;
  /** The path of the file that it asks for, as large as the answer of `static`. */
  path?: string;
}

const DELIVERY = { sqlite: { bar: 0.3, goal: 0.6 }, postgres: { bar: 0.2, goal: 0.3 } };
const CREATE = { ...DELIVERY, sqlite: { bar: 0.35, goal: 0.6 } };
const REFUSAL: BaselineProgram[] = [{ program: "hello", aims: { sqlite: { bar: 0.5, goal: 0.8 } } }];
/** Where the body is read and its HMAC computed first, which is all that `parse` does. */
const LATE_REFUSAL: BaselineProgram[] = [...REFUSAL, { program: "parse" }];
const READY: BaselineProgram[] = [{ program: "static", aims: { sqlite: { bar: 0.7, goal: 0.85 } } }];
export const MILLION = 1_000_000;
/** The rate as a share of that at the smallest size. */
const GROWTH: Aim = { bar: 0.85, goal: 0.95 };
const FIX_GROWTH: Aim = { bar: 0.75, goal: 0.95 };

export function growthAim(work: Pick<Workload, "grows">, size: number): Aim | null {
  if (work.grows === undefined || size !== MILLION) return null;
  return work.grows === "as fixes do" ? FIX_GROWTH : GROWTH;
}

/** Works that read come first: the others make the small databases large. */
export const workloads: Workload[] = [
  {
    name: "get one",
    beside: [
      { program: "hello", aims: { sqlite: { bar: 0.4, goal: 0.6 }, postgres: { bar: 0.15, goal: 0.25 } } },
      { program: "get", only: "sqlite" },
    ],
    request: requests.getOneAnew,
    grows: true,
    sizes: "ends",
  },
  {
    name: "get one, unchanged",
    beside: [{ program: "hello" }],
    request: requests.getOne,
    grows: true,
    sizes: "ends",
  },
  {
    name: "list of 50, each page anew",
    beside: [
      { program: "static", aims: { sqlite: { bar: 0.085, goal: 0.15 }, postgres: { bar: 0.06, goal: 0.1 } } },
      { program: "list", only: "sqlite" },
    ],
    request: requests.listAnew,
    grows: true,
    sizes: "all",
    path: requests.LIST,
  },
  {
    name: "list of 50, unchanged",
    beside: READY,
    request: (seeded) => requests.get(seeded, requests.LIST),
    grows: true,
    sizes: "all",
    path: requests.LIST,
  },
  {
    name: "app summary, each anew",
    beside: [{ program: "naive", aims: { sqlite: { bar: 89, goal: 150 } } }],
    request: requests.summaryAnew,
    grows: true,
    sizes: "ends",
    connections: 16,
  },
  {
    name: "app summary, unchanged",
    beside: [{ program: "static", aims: { sqlite: { bar: 0.85, goal: 0.85 } } }],
    request: (seeded) => requests.get(seeded, requests.SUMMARY),
    grows: true,
    sizes: "ends",
    path: requests.SUMMARY,
  },
  {
    name: "flood, unknown token",
    beside: REFUSAL,
    only: "sqlite",
    refused: true,
    request: ({ webhook }) =>
      requests.deliver({ ...webhook, path: "/api/integrations/webhook/guessed" }, requests.oneDelivery()),
    sizes: "smallest",
  },
  {
    name: "flood, no signature",
    beside: REFUSAL,
    only: "sqlite",
    refused: true,
    request: ({ webhook }) => requests.deliver(webhook, requests.oneDelivery(), false),
    sizes: "smallest",
  },
  {
    name: "flood, wrong signature",
    beside: LATE_REFUSAL,
    only: "sqlite",
    refused: true,
    request: ({ webhook }) => requests.deliver({ ...webhook, secret: "guessed" }, requests.oneDelivery()),
    sizes: "smallest",
  },
  {
    name: "flood, over the limit, unsigned",
    beside: REFUSAL,
    only: "sqlite",
    refused: true,
    settings: { RETEST_WEBHOOK_RATE: "1" },
    request: ({ unsigned }) => requests.deliver(unsigned, requests.oneDelivery(), false),
    sizes: "smallest",
  },
  {
    name: "flood, over the limit, signed",
    beside: LATE_REFUSAL,
    only: "sqlite",
    refused: true,
    settings: { RETEST_WEBHOOK_RATE: "1" },
    request: ({ webhook }) => requests.deliver(webhook, requests.oneDelivery()),
    sizes: "smallest",
  },
  {
    name: "delivery, signed, all duplicates",
    beside: [{ program: "parse" }],
    request: requests.deliverAgain,
    sizes: "ends",
  },
  {
    name: "results, a batch of 1,000",
    beside: [{ program: "batch", aims: { sqlite: { bar: 0.2, goal: 0.5 } } }],
    request: requests.recordResults,
    sizes: "ends",
    connections: 2,
    seconds: 3,
  },
  {
    name: "fix + reopen",
    beside: [
      { program: "parse", aims: { sqlite: { bar: 0.3, goal: 0.5 }, postgres: { bar: 0.15, goal: 0.3 } } },
      { program: "fix", only: "sqlite" },
    ],
    request: requests.fixAndReopen,
    grows: "as fixes do",
    sizes: "all",
  },
  {
    name: "create",
    beside: [{ program: "parse", aims: CREATE }, { program: "create" }],
    request: requests.create,
    grows: true,
    sizes: "ends",
  },
  {
    name: "delivery, signed, each its own id",
    beside: [{ program: "parse", aims: DELIVERY }, { program: "deliver" }],
    request: ({ webhook }) => requests.deliverNew(webhook),
    grows: true,
    sizes: "ends",
  },
];

export function workloadNamed(name: string): Workload {
  const work = workloads.find((one) => one.name === name);
  if (work === undefined) throw new Error(`there is no work called ${name}`);
  return work;
}
