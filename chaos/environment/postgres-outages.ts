// PostgreSQL restarted, fast and immediately in turn, and paused for half a minute, while clients read and write.
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type RunningServer, serve } from "../../test/support/clients/run-cli.ts";
import { type Answer, Client, now, tally } from "../harness/client.ts";
import type { ChaosFault, Trial } from "../harness/fault.ts";
import { examine } from "../harness/scratch-database.ts";
import { waitUntil } from "../harness/wait-until.ts";

const CLIENTS = 12;
const RECOVERY_MS = 5_000;
const PAUSE_MS = 30_000;
/** Five seconds that a statement may take, and what a busy machine adds. */
const ANSWER_MS = 6_500;
/** Requests a second during a pause, answered or not: reads and writes in turn. */
const PER_SECOND = 100;
/** Megabytes that requests waiting for an answer may take on the server. */
const MOST_MB = 64;

export const postgresRestarts: ChaosFault = {
  name: "postgres-restarts",
  does: "PostgreSQL is shut down, fast and immediately in turn, and started again under load",
  invariant:
    "answers are 201, 200 or 503, no 201 is false, the process lives, and writes work again within 5 s of the start",
  rounds: { postgres: 20 },
  run: (trial) => underLoad(trial, restarts),
};

export const postgresPause: ChaosFault = {
  name: "postgres-pause",
  does: "every process of PostgreSQL stands still for 30 s (SIGSTOP) while 100 requests a second come in, whether or not earlier ones were answered",
  invariant:
    "each is answered within 6.5 s, and 503 as long as the pause lasts, /healthz answers 200 and /readyz 503, the server's memory grows by no more than 64 MB, and writes work again within 5 s",
  rounds: { postgres: 3 },
  run: (trial) => underLoad(trial, pauses),
};

export interface Load {
  server: RunningServer;
  client: Client;
  answers: Answer[];
  /** Requests without an answer so far. */
  waiting: Set<Promise<Answer>>;
  raise(): Promise<Answer>;
  read(): Promise<Answer>;
}

/** What happened, in figures; `settings` are those of the server. */
export async function underLoad(
  trial: Trial,
  trouble: (trial: Trial, load: Load) => Promise<string>,
  settings = trial.scratch.settings,
): Promise<string> {
  const client = await Client.admin(settings);
  const server = await serve(settings);
  client.address = server.address;
  const { id: app } = await client.liveApp("App");
  const answers: Answer[] = [];
  const waiting = new Set<Promise<Answer>>();
  const ask = async (...request: Parameters<Client["ask"]>) => {
    const asking = client.ask(...request);
    waiting.add(asking);
    const answer = await asking.finally(() => waiting.delete(asking));
    answers.push(answer);
    return answer;
  };
  const raise = () => ask("POST", "/issues", { app, text: "under load" });
  const read = () => ask("GET", `/issues?app=${app}`);
  let isWorking = true;
  const work = async (_: unknown, i: number) => {
    while (isWorking) {
      const answer = await (i % 3 === 0 ? read() : raise());
      // Tries again as the answer asks it to, only sooner.
      if (answer.status === 503) await sleep(50);
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, work));
  let said: string;
  try {
    said = await trouble(trial, { server, client, answers, waiting, raise, read });
  } finally {
    isWorking = false;
    await clients;
  }
  for (const { status, body } of answers)
    if (![200, 201, 503].includes(status)) trial.report(`answered ${status} ${JSON.stringify(body)}`);
  const raised = answers.filter(({ status }) => status === 201).map(({ body }) => body.data.id);
  await client.requireAll(app, raised, trial.report);
  if (server.process.exitCode !== null) trial.report("the process ended");
  await server.stop();
  for (const problem of await examine(settings)) trial.report(problem);
  return `${tally(answers)}; ${said}`;
}

/** Milliseconds until it was written again. */
export async function recovery({ raise }: Load, report: Trial["report"]): Promise<number> {
  const began = performance.now();
  if (!(await waitUntil(RECOVERY_MS, async () => (await raise()).status === 201)))
    report("nothing is written after 5 s");
  return performance.now() - began;
}

async function restarts({ postgres, rounds, report, progress }: Trial, load: Load): Promise<string> {
  let slowest = 0;
  for (let round = 1; round <= rounds; round++) {
    await sleep(300);
    await postgres!.shutDown(round % 2 === 0 ? "SIGQUIT" : "SIGINT");
    await sleep(200);
    await postgres!.startAgain();
    slowest = Math.max(slowest, await recovery(load, (problem) => report(`restart ${round}: ${problem}`)));
    progress(round);
  }
  return `slowest recovery ${Math.round(slowest)} ms`;
}

async function pauses({ postgres, rounds, report, progress }: Trial, load: Load): Promise<string> {
  const { server, client, answers, waiting } = load;
  const status = async (path: string) => (await fetch(client.address + path)).status;
  let [slowest, worst, most, sent] = [0, 0, 0, 0];
  for (let round = 1; round <= rounds; round++) {
    const told = (problem: string) => report(`pause ${round}: ${problem}`);
    await sleep(500);
    const resume = await postgres!.pause();
    const pausedAt = now();
    const memory = memoryOf(server);
    const stop = atPace(load, told);
    try {
      const end = performance.now() + PAUSE_MS;
      if (!(await waitUntil(ANSWER_MS, async () => (await status("/readyz")) === 503)))
        told("/readyz says that it is ready");
      while (performance.now() < end) {
        if ((await status("/healthz")) !== 200) told("/healthz is not 200");
        most = Math.max(most, memoryOf(server) - memory);
        await sleep(1_000);
      }
    } finally {
      sent += stop();
      resume();
    }
    const resumedAt = now();
    const underWay = [...waiting];
    slowest = Math.max(slowest, await recovery(load, told));
    await Promise.allSettled(underWay);
    const meanwhile = answers.filter(({ startedAt, endedAt }) => endedAt > pausedAt && startedAt < resumedAt);
    worst = Math.max(worst, ...meanwhile.map(({ startedAt, endedAt }) => endedAt - startedAt));
    for (const one of meanwhile)
      if (one.startedAt > pausedAt && one.endedAt < resumedAt && one.status !== 503)
        told(`answered ${one.status} during the pause`);
    if (!meanwhile.some(({ endedAt }) => endedAt < resumedAt)) told("nobody was answered during the pause");
    progress(round);
  }
  if (worst > ANSWER_MS) report(`somebody waited ${Math.round(worst)} ms`);
  if (most > MOST_MB) report(`the server's memory grew by ${Math.round(most)} MB`);
  return `${sent} sent at a fixed pace, longest wait ${Math.round(worst)} ms, memory up by ${Math.round(most)} MB at most, slowest recovery ${Math.round(slowest)} ms`;
}

/** Sends at a pace, answered or not. Gives the function that stops it and says how many were sent. */
function atPace({ raise, read }: Load, report: Trial["report"]): () => number {
  const began = performance.now();
  let sent = 0;
  const sendDue = () => {
    for (const due = ((performance.now() - began) / 1_000) * PER_SECOND; sent < due; sent++)
      (sent % 2 === 0 ? read() : raise()).catch((error: Error) => report(`somebody was not answered: ${error.cause}`));
  };
  const timer = setInterval(sendDue, 1_000 / PER_SECOND);
  return () => {
    clearInterval(timer);
    return sent;
  };
}

/** The resident memory of a server, in megabytes. */
function memoryOf({ process: { pid } }: RunningServer): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1_024;
}
