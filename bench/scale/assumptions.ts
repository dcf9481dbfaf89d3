// What the simulation takes for granted. Every number that was not measured here stands in this file, with its reason.
import type { Cost, Costs, RequestKind } from "./costs.ts";

export interface Assumptions {
  workspaces: number;
  issues: number;
  /** A second, at the busiest time of a day; and how many times as many as on average. */
  deliveries: number;
  peak: number;
  /** Days that the log keeps deliveries. */
  logDays: number;
  /**
   * The shares of deliveries that raise an issue and that repeat one; the rest is over its app's limit. Nobody has
   * measured it: tools repeat what still fails until somebody mends it, so most are repeats, and a tool that sends
   * without end is at its limit before it is stopped.
   */
  raised: number;
  duplicates: number;
  /**
   * Requests of people and programs for each delivery. Chosen, not measured: an alert that is raised is opened a few times by those who
   * mend it, lists are open in tabs that ask only when something has changed, and half of what is raised is fixed by hand.
   */
  getsPerDelivery: number;
  listsPerDelivery: number;
  fixesPerDelivery: number;
  /** The n-th busiest workspace sends 1 / n^skew of what the busiest does; web traffic is said to be near 1. */
  skew: number;
  /** Parts of the data: a workspace is on one, many are on a node, and one moves as a whole. */
  shards: number;
  /** Over how many shards a busy workspace is spread: 1 if its rows go by the workspace, more if they go by its apps. */
  splitOver: number;
  nodeCores: number;
  /** What a node's disk holds; a third of it stays free for copies, bloat and moves. */
  nodeTerabytes: number;
  /** The share of capacity that is used at the busiest time: the rest is for failures, moves and errors of this plan. */
  planned: number;
  /** The least that a request waits in a database: 1 ms for the disk of a rented machine, and 2 for a standby in another building to have it. */
  commitMs: number;
  /**
   * Seconds from a node's end to its standby's first answer: ten until those who watch it agree that it is gone, ten
   * until the standby is promoted and found. Our servers ask again within 5 s of the promotion; the watching is another
   * program's.
   */
  failoverSeconds: number;
  /**
   * How fast the rows of a shard are copied to another node: a quarter of what a disk of 200 MB a second gives, so that it serves meanwhile.
   * And the part of both nodes that this takes: one core of eight copies, with a little for the log.
   */
  moveMegabytes: number;
  moveCost: number;
  /**
   * The most of a node that one workspace may take while others want it, too. The product has no such limit by node: its servers let workspaces
   * take turns, and refuse what is above RETEST_WORKSPACE_RATE. Half is what turns give one that wants everything beside one other.
   */
  fairShare: number;
  /** How long a request waits before it is refused. */
  patienceSeconds: number;
  /** Connections that a server keeps to each node, and that a node can hold. */
  connectionsPerServer: number;
  connectionsPerNode: number;
}

export const ASSUMED: Assumptions = {
  workspaces: 1e5,
  issues: 1e9,
  deliveries: 1e5,
  peak: 3,
  logDays: 30,
  raised: 0.1,
  duplicates: 0.6,
  getsPerDelivery: 0.5,
  listsPerDelivery: 0.1,
  fixesPerDelivery: 0.05,
  skew: 1,
  shards: 1_024,
  splitOver: 1,
  nodeCores: 8,
  nodeTerabytes: 6,
  planned: 0.5,
  commitMs: 3,
  failoverSeconds: 20,
  moveMegabytes: 50,
  moveCost: 0.15,
  fairShare: 0.5,
  patienceSeconds: 5,
  connectionsPerServer: 4,
  connectionsPerNode: 400,
};

const DAY_SECONDS = 86_400;
const USABLE_DISK = 2 / 3;

/** What the whole load needs. */
export interface Need {
  requests: number;
  serverCores: number;
  databaseCores: number;
  /** Megabytes a second to PostgreSQL's log. */
  logMegabytes: number;
  /** Storage of issues, which stay for good; deliveries stay as long as their log. */
  issueTerabytes: number;
  deliveryTerabytes: number;
  servers: number;
  /** How many nodes processors and disks need. */
  nodesByCores: number;
  nodesByDisk: number;
}

export function needOf({ requests: costs, bytesOfSeededIssue }: Costs, assumed: Assumptions): Need {
  const { deliveries, raised, duplicates, getsPerDelivery, listsPerDelivery, fixesPerDelivery } = assumed;
  const rates: Record<RequestKind, number> = {
    raised: deliveries * raised,
    duplicate: deliveries * duplicates,
    refused: deliveries * (1 - raised - duplicates),
    get: deliveries * getsPerDelivery,
    list: deliveries * listsPerDelivery,
    fix: deliveries * fixesPerDelivery,
  };
  const total = (of: (cost: Cost) => number) =>
    (Object.keys(rates) as RequestKind[]).reduce((sum, kind) => sum + rates[kind] * of(costs[kind]), 0);
  const serverCores = total(({ serverMicros }) => serverMicros) / 1e6;
  const databaseCores = total(({ databaseMicros }) => databaseMicros) / 1e6;
  const logged = ((rates.raised + rates.duplicate) / assumed.peak) * DAY_SECONDS * assumed.logDays;
  const issueTerabytes = (assumed.issues * bytesOfSeededIssue) / 1e12;
  const deliveryTerabytes = (logged * costs.duplicate.keptBytes) / 1e12;
  const usable = assumed.nodeTerabytes * USABLE_DISK;
  return {
    requests: total(() => 1),
    serverCores,
    databaseCores,
    logMegabytes: total(({ logBytes }) => logBytes) / 1e6,
    issueTerabytes,
    deliveryTerabytes,
    servers: Math.ceil(serverCores / assumed.planned),
    nodesByCores: Math.ceil(databaseCores / (assumed.planned * assumed.nodeCores)),
    nodesByDisk: Math.ceil((issueTerabytes + deliveryTerabytes) / usable),
  };
}
