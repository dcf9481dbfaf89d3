// One key, tool or stranger does its worst, and others go on with their small requests.
import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { serve } from "../../test/support/clients/run-cli.ts";
import { bigRun } from "../../test/support/machine/big-run.ts";
import { Client, deliver } from "../harness/client.ts";
import type { Fault, Trial } from "../harness/fault.ts";
import { examine } from "../harness/scratch-database.ts";
import type { StallingLoad } from "./stalling-load.ts";
import { type WorstRequests, worstOf } from "./stalling-worst.ts";

const CHECKS = 10_000;
const ISSUES = 3_000;
const WITHIN_MS = 50;
/** Each of the others asks as often, whether or not they were answered: who waits is counted as often as who doesn't. */
const EVERY_MS = 50;
/** What is done while nothing is stalled, to compare with. */
const CALM = "nothing";

export const stallingActor: Fault = {
  name: "stalling-actor",
  does: "one key, tool or stranger does its worst for as many seconds as there are rounds: unique reads of a runbook of 10,000 checks, searches, exports, imports, uploads of 10,000 cases, results, moves, bodies of up to 4 MB, 4,000 idle connections; five others make small requests",
  invariant: "9 of 10 small requests of the others are answered within 50 ms, and none is refused",
  rounds: { sqlite: 15, postgres: 15 },
  run,
};

interface Times {
  worst: string;
  /** In milliseconds, ascending. */
  reads: number[];
  writes: number[];
  /** How often each status was answered to whoever does its worst. */
  said: string;
}

async function run({ scratch: { settings }, rounds, report }: Trial): Promise<string> {
  const only = process.env.RETEST_CHAOS_WORST;
  const admin = await Client.admin(settings);
  const server = await serve({
    ...settings,
    ...(process.env.RETEST_CHAOS_API_RATE && { RETEST_API_RATE: process.env.RETEST_CHAOS_API_RATE }),
  });
  admin.address = server.address;
  const all: Times[] = [];
  try {
    const others = await prepareOthers(admin);
    const worst = [null, ...worstOf(await prepareTarget(admin))].filter(
      (one) => one === null || only === undefined || one.name.includes(only),
    );
    for (const one of worst) {
      all.push(await during(one, server.address, rounds, others, report));
      const { worst: name, reads, writes, said } = all.at(-1)!;
      console.log(`${name}: reads ${timesText(reads)}; writes ${timesText(writes)}${said === "" ? "" : `; ${said}`}`);
      await sleep(500);
    }
  } finally {
    await server.stop();
  }
  for (const problem of await examine(settings)) report(problem);
  for (const { worst, reads, writes } of all) {
    for (const [what, times] of [
      ["reads", reads],
      ["writes", writes],
    ] as const) {
      if (at(times, 0.9) > WITHIN_MS)
        report(`${worst}: of the others' ${what} one in ten took over ${at(times, 0.9)} ms`);
    }
  }
  const slowest = (kind: "reads" | "writes") => {
    const one = all
      .filter(({ worst }) => worst !== CALM)
      .reduce((a, b) => (at(a[kind], 0.9) >= at(b[kind], 0.9) ? a : b));
    return `${kind} at worst ${at(one[kind], 0.9)} ms (${one.worst})`;
  };
  return `90% of the others' ${slowest("reads")}, ${slowest("writes")}; with nobody else ${at(all[0]!.reads, 0.9)} and ${at(all[0]!.writes, 0.9)} ms`;
}

type Small = { kind: "reads" | "writes"; ask(): Promise<{ status: number; startedAt: number; endedAt: number }> };

/** Each with a key of their own. */
async function prepareOthers(admin: Client): Promise<Small[]> {
  const { id, path } = await admin.liveApp("Small");
  const issue = await admin.data("POST", "/issues", { app: id, text: "first" });
  const client = async (name: string) => {
    const { key } = await admin.data("POST", "/keys", { name, role: "tester" });
    return new Client(key, admin.address);
  };
  const [one, two, three, four] = [
    await client("one"),
    await client("two"),
    await client("three"),
    await client("four"),
  ];
  let n = 0;
  return [
    { kind: "reads", ask: () => one.ask("GET", `/issues/${issue.id}`) },
    { kind: "reads", ask: () => two.ask("GET", `/issues?app=${id}&limit=20`) },
    { kind: "reads", ask: () => three.ask("GET", "/me") },
    { kind: "writes", ask: () => four.ask("POST", "/issues", { app: id, text: `issue ${++n}` }) },
    { kind: "writes", ask: () => deliver(admin.address + path, { title: `delivery ${++n}` }) },
  ];
}

async function prepareTarget(admin: Client) {
  const checks = Array.from({ length: CHECKS }, (_, i) => ({ ref: `BIG-${i}`, title: `The ${i}th thing works` }));
  const platforms = ["ios", "web"].map((code) => ({ code, label: code }));
  const runbook = { name: "Big", mode: "live", platforms, sections: [{ ref: "BIG", title: "Big", checks }] };
  const { app } = await admin.data("POST", "/apps/import", runbook);
  const texts = Array.from(
    { length: ISSUES },
    (_, i) => `Word${i} and another word ${"abcdefghijklmnopqrstuvwxyz"[i % 26]}${i} broke`,
  );
  for (let i = 0; i < texts.length; i += 50) {
    await Promise.all(texts.slice(i, i + 50).map((text) => admin.data("POST", "/issues", { app: app.id, text })));
  }
  const [issue] = (await admin.data("GET", "/issues?limit=1")) as { id: string }[];
  const connect = async (tool: string, credentials: object) => {
    const { url } = await admin.data("POST", `/apps/${app.id}/connections`, { tool, credentials });
    return new URL(url).pathname;
  };
  const slack = await connect("slack", { signing_secret: "8f742231b10e8888abcd99yyyzzz85a5" });
  const sentry = await connect("sentry", {});
  const { key } = await admin.data("POST", "/keys", { name: "worst", role: "admin" });
  const webhook = await admin.pathOf(app.id);
  const [check] = (await admin.data("GET", `/checks?app=${app.id}&limit=1`)) as { id: string }[];
  const paths = { slack, sentry, webhook };
  return { key, big: app.id, issue: issue!.id, check: check!.id, ...paths, runbook, run: bigRun(CHECKS) };
}

async function during(
  worst: WorstRequests | null,
  address: string,
  seconds: number,
  others: readonly Small[],
  report: Trial["report"],
): Promise<Times> {
  const loading = worst === null ? sleep(seconds * 1_000).then(() => ({})) : load({ ...worst, address, seconds });
  let isOver = false;
  void loading.finally(() => {
    isOver = true;
  });
  const times = { reads: [] as number[], writes: [] as number[] };
  const refused = new Map<string, number>();
  const asked: Promise<void>[] = [];
  const askOnce = async ({ kind, ask }: Small) => {
    const answer = await ask().catch((error: Error) => ({ status: 0, startedAt: 0, endedAt: 0, error }));
    if (answer.status >= 300 || answer.status === 0) {
      const why = `${answer.status} ${"error" in answer ? answer.error.message : ""}`;
      refused.set(why, (refused.get(why) ?? 0) + 1);
    } else times[kind].push(answer.endedAt - answer.startedAt);
  };
  for (let n = 0; !isOver; n++) {
    asked.push(askOnce(others[n % others.length]!));
    await sleep(EVERY_MS / others.length);
  }
  await Promise.all(asked);
  const name = worst?.name ?? CALM;
  for (const [why, count] of refused) report(`${name}: ${count} of the others' requests were answered ${why}`);
  const said = Object.entries(await loading).map(([status, count]) => `${count} × ${status}`);
  const ascending = (list: number[]) => list.sort((a, b) => a - b);
  return { worst: name, reads: ascending(times.reads), writes: ascending(times.writes), said: said.join(", ") };
}

async function load(asked: StallingLoad): Promise<Record<string, number>> {
  const child = fork(fileURLToPath(new URL("./stalling-load.ts", import.meta.url)), { execArgv: ["--import", "tsx"] });
  child.send(asked);
  const [statuses] = await once(child, "message");
  return statuses;
}

function at(times: readonly number[], share: number): number {
  return Math.round((times[Math.floor(times.length * share)] ?? 0) * 10) / 10;
}

function timesText(times: readonly number[]): string {
  return `${times.length}, median ${at(times, 0.5)} ms, 90% ${at(times, 0.9)} ms, slowest ${Math.round(times.at(-1) ?? 0)} ms`;
}
