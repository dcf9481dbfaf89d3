// What the simulation says, as tables.
import { type Assumptions, needOf } from "./assumptions.ts";
import { type Cluster, type Happening, type Observed, simulate } from "./cluster.ts";
import type { Costs } from "./costs.ts";
import { largestShare } from "./tenants.ts";

const SECONDS = 600;
const MINUTE = 60;
const SURGE = { rank: 0, until: 400 };
const NO_SHARE = Number.POSITIVE_INFINITY;

export function describeScale(costs: Costs, assumed: Assumptions): string {
  const need = needOf(costs, assumed);
  const { databaseCores } = need;
  const nodes = Math.max(need.nodesByCores, need.nodesByDisk);
  const megabytes = (need.issueTerabytes + need.deliveryTerabytes) * 1e6;
  const run = (change: Partial<Cluster> = {}, ...happenings: Happening[]) =>
    simulate({ assumed, databaseCores, nodes, megabytes, seconds: SECONDS, happenings, ...change });
  const surge = (times: number): Happening => ({ at: 100, surge: { ...SURGE, times } });
  const newcomers = Math.ceil(nodes / 4);
  const moving = Math.ceil(megabytes / (nodes + newcomers) / assumed.moveMegabytes) + SECONDS;
  return [
    title("What it takes"),
    table(
      ["What", "How much"],
      [
        ["requests a second", whole(need.requests)],
        ["cores of servers, half used", whole(need.servers)],
        [`nodes of ${assumed.nodeCores} cores by their processors, half used`, whole(need.nodesByCores)],
        [`nodes of ${assumed.nodeTerabytes} TB by their disks, two thirds full`, whole(need.nodesByDisk)],
        ["TB of issues, with their indexes", need.issueTerabytes.toFixed(1)],
        [`TB of the log of deliveries, ${assumed.logDays} days`, need.deliveryTerabytes.toFixed(1)],
        ["MB a second to PostgreSQL's log, of each node", (need.logMegabytes / nodes).toFixed(1)],
        ["connections to each node without a pooler", whole(need.servers * assumed.connectionsPerServer)],
        ["connections that a node holds well", whole(assumed.connectionsPerNode)],
        ["share of the busiest workspace", percent(largestShare(assumed))],
      ],
    ),
    title(`What happens on ${nodes} nodes`),
    table(
      ["What happens", ...OBSERVED],
      [
        ["nothing", ...cells(run())],
        ["the busiest workspace sends 5 times as much for 5 minutes", ...cells(run({}, surge(5)))],
        ["… 50 times as much", ...cells(run({}, surge(50)))],
        [
          "… 50 times as much, and nobody has a fair share",
          ...cells(run({ assumed: { ...assumed, fairShare: NO_SHARE } }, surge(50))),
        ],
        ["one node ends", ...cells(run({}, { at: 100, fail: 1 }))],
        ["a tenth of the nodes end", ...cells(run({}, { at: 100, fail: Math.ceil(nodes / 10) }))],
        [`${newcomers} nodes join`, ...cells(run({ seconds: moving, every: MINUTE }, { at: MINUTE, join: newcomers }))],
      ],
    ),
    title("Where it breaks: more load on the same nodes"),
    table(
      ["Times the load", ...OBSERVED],
      [1, 2, 4, 6, 8, 12].map((times) => [
        String(times),
        ...cells(run({ databaseCores: databaseCores * times, assumed: { ...assumed, fairShare: NO_SHARE } })),
      ]),
    ),
    title("Where it breaks: a workspace that is larger than a node"),
    table(
      ["Skew", "The busiest, in nodes", "p99 ms, by workspace", "Late", "p99 ms, by app on 16 shards", "Late"],
      [0.8, 1, 1.1, 1.2, 1.3, 1.5].map((skew) => {
        const by = (splitOver: number) => run({ assumed: { ...assumed, skew, splitOver, fairShare: NO_SHARE } });
        const [workspace, app] = [by(1), by(16)];
        const inNodes = (largestShare({ ...assumed, skew }) * databaseCores) / assumed.nodeCores;
        const seen = [workspace, app].flatMap(({ p99Ms, late }) => [ms(p99Ms), percent(late)]);
        return [String(skew), inNodes.toFixed(2), ...seen];
      }),
    ),
  ].join("\n");
}

const OBSERVED = ["Busiest node", "p99 ms", "Refused", "Late", "Late, others", "Moved in"];

function cells({ mostUse, p99Ms, refused, late, bystandersLate, moveSeconds }: Observed): string[] {
  const moved = moveSeconds === null ? "" : `${(moveSeconds / 3_600).toFixed(1)} h`;
  return [percent(mostUse), ms(p99Ms), percent(refused), percent(late), percent(bystandersLate), moved];
}

function table(head: string[], rows: string[][]): string {
  const line = (row: string[]) => `| ${row.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function title(text: string): string {
  return `\n### ${text}\n`;
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

function ms(value: number): string {
  return value < 10 ? value.toFixed(1) : whole(value);
}

function percent(share: number): string {
  return share === 0 ? "0" : share < 0.0001 ? "< 0.01 %" : `${(share * 100).toFixed(share < 0.01 ? 2 : 1)} %`;
}
