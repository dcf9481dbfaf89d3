// A cluster, second by second: shards on nodes, nodes that end and join, and what happens to those who ask meanwhile.
import { randomFrom } from "../../test/support/machine/seeded-random.ts";
import type { Assumptions } from "./assumptions.ts";
import { placeTenants } from "./tenants.ts";

export interface Happening {
  /** Seconds since the beginning. */
  at: number;
  /** For a surge: a workspace by its rank, how many times as much it sends, and until when. */
  surge?: { rank: number; times: number; until: number };
  /** How many nodes fail. */
  fail?: number;
  /** How many nodes join, to which shards then move. */
  join?: number;
}

export interface Cluster {
  assumed: Assumptions;
  /** What the whole load needs. */
  databaseCores: number;
  nodes: number;
  /** Megabytes of all that is stored. */
  megabytes: number;
  seconds: number;
  /** Only one second of so many is looked at: for long times in which nothing waits for more than a second. */
  every?: number;
  happenings: readonly Happening[];
}

export interface Observed {
  /** The busiest node's share of its time. */
  mostUse: number;
  /** How long requests waited beyond their own work. */
  p99Ms: number;
  /** Shares of all that was asked: refused, because a workspace took more than its share; and not answered in time. */
  refused: number;
  late: number;
  /** The share of late requests of workspaces that neither surged nor were on a node that failed. */
  bystandersLate: number;
  /** How long moving to nodes that joined took; null if none did. */
  moveSeconds: number | null;
}

interface Node {
  /** Processor seconds of work that waits. */
  backlog: number;
  downUntil: number;
  incoming: { shard: number; megabytes: number }[];
}

/** What is asked of a node in a second, in processor seconds. */
interface Wanted {
  total: number;
  /** The same if nobody had more than a fair share. */
  fair: number;
  /** What workspaces ask that neither surge nor were on a node that ended. */
  calm: number;
}

interface Second {
  node: Node;
  wanted: Wanted;
  isDown: boolean;
  /** Whether rows are copied from it or to it. */
  isMoving: boolean;
}

interface Tally {
  asked: number;
  refused: number;
  late: number;
  bystanders: number;
  bystandersLate: number;
  mostUse: number;
  waits: { ms: number; load: number }[];
}

const SEED = 7;
/** How much load changes from second to second. The quiet workspaces of a shard even each other out, so theirs doesn't. */
const UNEVEN = 0.2;

export function simulate(cluster: Cluster): Observed {
  const { assumed, databaseCores, nodes: count, megabytes, seconds, every = 1, happenings } = cluster;
  const random = randomFrom(SEED);
  const tenants = placeTenants(assumed, databaseCores, random);
  const nodes = Array.from({ length: count }, emptyNode);
  const home = Array.from({ length: assumed.shards }, (_, shard) => shard % count);
  const surges = happenings.flatMap(({ at, surge }) => (surge === undefined ? [] : [{ at, ...surge }]));
  const senders = tenants.map((tenant) => ({ tenant, surge: surges.find(({ rank }) => rank === tenant.rank) }));
  const fairLoad = assumed.nodeCores * assumed.fairShare;
  const shaken = home.map(() => false);
  const tally: Tally = { asked: 0, refused: 0, late: 0, bystanders: 0, bystandersLate: 0, mostUse: 0, waits: [] };
  let [joinedAt, moveSeconds] = [0, null as number | null];
  for (let now = 0; now < seconds; now += every) {
    for (const { fail = 0, join } of happenings.filter(({ at }) => at === now)) {
      for (let i = 0; i < fail; i++) {
        nodes[i]!.downUntil = now + assumed.failoverSeconds;
        for (const [shard, node] of home.entries()) if (node === i) shaken[shard] = true;
      }
      if (join === undefined) continue;
      joinedAt = now;
      planMoves(nodes, home, join, megabytes / assumed.shards);
    }
    if (move(nodes, home, assumed.moveMegabytes * every)) moveSeconds = now - joinedAt;
    const wanted = nodes.map((): Wanted => ({ total: 0, fair: 0, calm: 0 }));
    for (const { tenant, surge } of senders) {
      const times = surge !== undefined && now >= surge.at && now < surge.until ? surge.times : 1;
      const load = tenant.rank === null ? tenant.load : tenant.load * times * (1 + UNEVEN * (2 * random.next() - 1));
      const fair = tenant.rank === null ? load : Math.min(load, fairLoad);
      for (const shard of tenant.shards) {
        const ofNode = wanted[home[shard]!]!;
        ofNode.total += load;
        ofNode.fair += fair;
        if (surge === undefined && !shaken[shard]) ofNode.calm += load;
      }
    }
    const sources = new Set(nodes.flatMap(({ incoming: [next] }) => (next === undefined ? [] : [home[next.shard]])));
    for (const [i, node] of nodes.entries()) {
      const isMoving = sources.has(i) || node.incoming.length > 0;
      serve({ node, wanted: wanted[i]!, isDown: now < node.downUntil, isMoving }, assumed, tally);
    }
  }
  const { asked, refused, late, bystanders, bystandersLate, mostUse, waits } = tally;
  return {
    mostUse,
    p99Ms: percentile(waits, 0.99),
    refused: refused / asked,
    late: late / asked,
    bystandersLate: bystanders === 0 ? 0 : bystandersLate / bystanders,
    moveSeconds,
  };
}

/** One second of a node. */
function serve({ node, wanted, isDown, isMoving }: Second, assumed: Assumptions, tally: Tally): void {
  const { nodeCores, moveCost, patienceSeconds, commitMs } = assumed;
  const capacity = isDown ? 0 : nodeCores * (isMoving ? 1 - moveCost : 1);
  const { total, fair, calm } = wanted;
  // Only while there is not enough for all is anybody refused.
  const demand = total > capacity ? fair : total;
  const done = Math.min(node.backlog + demand, capacity);
  const waiting = node.backlog + demand - done;
  // Whoever has waited for so long has gone.
  node.backlog = Math.min(waiting, patienceSeconds * (isDown ? demand : nodeCores));
  const late = waiting - node.backlog;
  const lateShare = demand === 0 ? 0 : late / demand;
  const use = capacity === 0 ? 1 : done / capacity;
  tally.asked += total;
  tally.refused += total - demand;
  tally.late += late;
  tally.bystanders += calm;
  tally.bystandersLate += calm * lateShare;
  tally.mostUse = Math.max(tally.mostUse, isDown ? 0 : use);
  const queued = (node.backlog / Math.max(capacity, nodeCores)) * 1_000;
  const waitMs = isDown ? patienceSeconds * 1_000 : queued + crowdingMs(use, nodeCores);
  tally.waits.push({ ms: commitMs + waitMs, load: demand });
}

/** The queue that a busy node has even while it keeps up: M/M/c by Sakasegawa's formula, with a millisecond of work each. */
function crowdingMs(use: number, cores: number): number {
  const below = Math.min(use, 0.999);
  return below ** (Math.sqrt(2 * (cores + 1)) - 1) / (cores * (1 - below));
}

/** Newcomers get as many shards as everybody should have, from those who have most. */
function planMoves(nodes: Node[], home: readonly number[], join: number, megabytes: number): void {
  const before = nodes.length;
  const shardsOf = Array.from({ length: before }, (_, node) =>
    home.flatMap((one, shard) => (one === node ? [shard] : [])),
  );
  const each = Math.floor(home.length / (before + join));
  for (let newcomer = 0; newcomer < join; newcomer++) {
    const incoming = Array.from({ length: each }, () => {
      const fullest = shardsOf.reduce((a, b) => (b.length > a.length ? b : a));
      return { shard: fullest.pop()!, megabytes };
    });
    nodes.push({ ...emptyNode(), incoming });
  }
}

/** Moves shards for a second. True when the last of them has moved. */
function move(nodes: readonly Node[], home: number[], megabytesASecond: number): boolean {
  const wasMoving = nodes.some(({ incoming }) => incoming.length > 0);
  for (const [i, { incoming }] of nodes.entries()) {
    let room = megabytesASecond;
    while (room > 0 && incoming.length > 0) {
      const next = incoming[0]!;
      const copied = Math.min(room, next.megabytes);
      next.megabytes -= copied;
      room -= copied;
      if (next.megabytes > 0) break;
      home[next.shard] = i;
      incoming.shift();
    }
  }
  return wasMoving && nodes.every(({ incoming }) => incoming.length === 0);
}

function emptyNode(): Node {
  return { backlog: 0, downUntil: 0, incoming: [] };
}

function percentile(waits: Tally["waits"], share: number): number {
  const sorted = [...waits].sort((a, b) => a.ms - b.ms);
  const total = sorted.reduce((sum, { load }) => sum + load, 0);
  let seen = 0;
  const found = sorted.find(({ load }) => {
    seen += load;
    return seen >= total * share;
  });
  return found?.ms ?? 0;
}
