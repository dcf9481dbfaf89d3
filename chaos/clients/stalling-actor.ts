// One key, tool or stranger does its worst, and others go on with their small requests.
import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { bigRun } from "../../test/support/clients/big-run.ts";
import { serve } from "../../test/support/clients/run-cli.ts";
import { Client, deliver } from "../harness/client.ts";
import type { ChaosFault, Trial } from "../harness/fault.ts";
import { examine } from "../harness/scratch-database.ts";
import type { StallingLoad } from "./stalling-load.ts";
import { WAYS, type WorstRequests, worstOf } from "./stalling-worst.ts";

const CHECKS = 10_000;
const ISSUES = 3_000;
const WITHIN_MS = 50;
/** Each of the others asks as often, whether or not they were answered: who waits is counted as often as who doesn't. */
const EVERY_MS = 50;
/** Names the time in which nothing is stalled, to compare with. */
const CALM = "nothing";
/** How long each does its worst: over less, what somebody may use of others' time in advance would be most of it. */
const SECONDS = 15;
const CALM_SECONDS = 5;
/** A pause is the machine's, too: a case counts if the others wait each time that it is done. */
const ATTEMPTS = 3;

export const stallingActor: ChaosFault = {
  name: "stalling-actor",
  does: "one key, tool or stranger does its worst for 15 seconds, in as many ways as there are rounds: unique reads of a runbook of 10,000 checks, searches, exports, imports, uploads of 10,000 cases, results, moves, bodies of up to 4 MB, 4,000 idle connections; five others make small requests",
  invariant: "9 of 10 small requests of the others are answered within 50 ms, and none is refused",
  rounds: { sqlite: WAYS, postgres: WAYS },
  run,
};

interface Times {
  worst: string;
  /** Milliseconds of each read, ascending. */
  reads: number[];
  writes: number[];
  /** How often each status was answered to whoever does its worst. */
  said: string;
}

async function run({ scratch: { settings }, rounds, report, progress }: Trial): Promise<string> {
  const only = process.env.RETEST_CHAOS_WORST;
  const admin = await Client.admin(settings);
  const server = await serve({
    ...settings,
    ...(process.env.RETEST_CHAOS_API_RATE && { RETEST_API_RATE: process.env.RETEST_CHAOS_API_RATE }),
  });
  admin.address = server.address;
  const all: Times[] = [];
  const calm: Times[] = [];
  try {
    const others = await prepareOthers(admin);
    const ask = (worst: WorstRequests | null) => during(worst, server.address, others, report);
    const ways = worstOf(await prepareTarget(admin)).filter(({ name }) => only === undefined || name.includes(only));
    for (const one of some(ways, rounds)) {
      let best: Times | undefined;
      for (let i = 0; i < ATTEMPTS && (best === undefined || slowOf(best).length > 0); i++) {
        calm.push(say(await ask(null)));
        const times = say(await ask(one));
        if (best === undefined || slowOf(times).length < slowOf(best).length) best = times;
      }
      all.push(best!);
      progress(all.length);
    }
  } finally {
    await server.stop();
  }
  for (const problem of await examine(settings)) report(problem);
  for (const times of all) {
    for (const kind of slowOf(times)) {
      const took = `one in ten took over ${at(times[kind], 0.9)} ms, each of ${ATTEMPTS} times`;
      report(`${times.worst}: of the others' ${kind} ${took}`);
    }
  }
  const alone = (kind: Kind) => at(calm.flatMap((times) => times[kind]).sort(ascending), 0.9);
  const slowest = (kind: Kind) => {
    const one = all.reduce((a, b) => (at(a[kind], 0.9) >= at(b[kind], 0.9) ? a : b));
    return `${kind} at worst ${at(one[kind], 0.9)} ms (${one.worst})`;
  };
  return `90% of the others' ${slowest("reads")}, ${slowest("writes")}; with nobody else ${alone("reads")} and ${alone("writes")} ms`;
}

/** `count` of the entries, from all over the list. */
function some<T>(list: readonly T[], count: number): T[] {
  return list.filter((_, i) => Math.floor((i * count) / list.length) !== Math.floor(((i - 1) * count) / list.length));
}

/** What the others waited for too long. */
function slowOf(times: Times): Kind[] {
  return (["reads", "writes"] as const).filter((kind) => at(times[kind], 0.9) > WITHIN_MS);
}

function say(times: Times): Times {
  const { worst, reads, writes, said } = times;
  console.log(`${worst}: reads ${timesText(reads)}; writes ${timesText(writes)}${said === "" ? "" : `; ${said}`}`);
  return times;
}

type Kind = "reads" | "writes";
type Small = { kind: Kind; ask(): Promise<{ status: number; startedAt: number; endedAt: number }> };

/** Gives each of the others a key of their own. */
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

/** Runs the worst requests for a time and waits for those under way, so that nothing is left for the next ones. */
async function during(
  worst: WorstRequests | null,
  address: string,
  others: readonly Small[],
  report: Trial["report"],
): Promise<Times> {
  const seconds = worst === null ? CALM_SECONDS : SECONDS;
  const loading = worst === null ? { statuses: Promise.resolve({}) } : await load({ ...worst, address, seconds });
  const end = performance.now() + seconds * 1_000;
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
  for (let n = 0; performance.now() < end; n++) {
    asked.push(askOnce(others[n % others.length]!));
    await sleep(EVERY_MS / others.length);
  }
  await Promise.all(asked);
  const name = worst?.name ?? CALM;
  for (const [why, count] of refused) report(`${name}: ${count} of the others' requests were answered ${why}`);
  const said = Object.entries(await loading.statuses).map(([status, count]) => `${count} × ${status}`);
  const { reads, writes } = times;
  return { worst: name, reads: reads.sort(ascending), writes: writes.sort(ascending), said: said.join(", ") };
}

/** Resolves once it begins; gives how often each status was answered. */
async function load(asked: StallingLoad): Promise<{ statuses: Promise<Record<string, number>> }> {
  const child = fork(fileURLToPath(new URL("./stalling-load.ts", import.meta.url)), { execArgv: ["--import", "tsx"] });
  await once(child, "message");
  const statuses = once(child, "message").then(([answered]) => answered);
  child.send(asked);
  return { statuses };
}

function ascending(a: number, b: number): number {
  return a - b;
}

function at(times: readonly number[], share: number): number {
  return Math.round((times[Math.floor(times.length * share)] ?? 0) * 10) / 10;
}

function timesText(times: readonly number[]): string {
  return `${times.length}, median ${at(times, 0.5)} ms, 90% ${at(times, 0.9)} ms, slowest ${Math.round(times.at(-1) ?? 0)} ms`;
}
