// PostgreSQL restarted, fast and immediately in turn, and paused for half a minute, while clients read and write.
import { setTimeout as sleep } from "node:timers/promises";
import { type RunningServer, serve } from "../test/support/cli.ts";
import { type Answer, Client, tally } from "./client.ts";
import type { Fault, Trial } from "./fault.ts";
import { examine } from "./ground.ts";
import { within } from "./within.ts";

const CLIENTS = 12;
const RECOVERY_MS = 5_000;
const PAUSE_MS = 30_000;
/** Five seconds that a statement may take, and what a busy machine adds. */
const ANSWER_MS = 6_500;

export const postgresRestarts: Fault = {
  name: "postgres-restarts",
  does: "PostgreSQL is shut down, fast and immediately in turn, and started again under load",
  invariant:
    "answers are 201, 200 or 503, no 201 is false, the process lives, and writes work again within 5 s of the start",
  rounds: { postgres: 20 },
  run: (trial) => underLoad(trial, restarts),
};

export const postgresPause: Fault = {
  name: "postgres-pause",
  does: "every process of PostgreSQL stands still for 30 s (SIGSTOP) under load",
  invariant:
    "whoever waits is answered 503 within 6.5 s, /healthz answers 200 and /readyz 503, no queue grows, and writes work again within 5 s",
  rounds: { postgres: 3 },
  run: (trial) => underLoad(trial, pauses),
};

interface Load {
  server: RunningServer;
  client: Client;
  answers: Answer[];
  raise(): Promise<Answer>;
}

async function underLoad(trial: Trial, trouble: (trial: Trial, load: Load) => Promise<string>): Promise<string> {
  const { settings } = trial.ground;
  const client = await Client.admin(settings);
  const server = await serve(settings);
  client.address = server.address;
  const { id: app } = await client.liveApp("App");
  const answers: Answer[] = [];
  const raise = async () => {
    const answer = await client.ask("POST", "/issues", { app, text: "under load" });
    answers.push(answer);
    return answer;
  };
  let isWorking = true;
  const work = async (_: unknown, i: number) => {
    while (isWorking) {
      const answer = i % 3 === 0 ? await client.ask("GET", `/issues?app=${app}`) : await raise();
      if (i % 3 === 0) answers.push(answer);
      // As it is asked to, only sooner.
      if (answer.status === 503) await sleep(50);
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, work));
  let said: string;
  try {
    said = await trouble(trial, { server, client, answers, raise });
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
async function recovery({ raise }: Load, report: Trial["report"]): Promise<number> {
  const began = performance.now();
  if (!(await within(RECOVERY_MS, async () => (await raise()).status === 201))) report("nothing is written after 5 s");
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
  const { client, answers } = load;
  const status = async (path: string) => (await fetch(client.address + path)).status;
  let [slowest, worst] = [0, 0];
  for (let round = 1; round <= rounds; round++) {
    const told = (problem: string) => report(`pause ${round}: ${problem}`);
    await sleep(500);
    const resume = await postgres!.pause();
    const before = answers.length;
    try {
      const end = performance.now() + PAUSE_MS;
      if (!(await within(ANSWER_MS, async () => (await status("/readyz")) === 503)))
        told("/readyz says that it is ready");
      while (performance.now() < end) {
        if ((await status("/healthz")) !== 200) told("/healthz is not 200");
        await sleep(1_000);
      }
    } finally {
      resume();
    }
    const meanwhile = answers.slice(before);
    worst = Math.max(worst, ...meanwhile.map(({ startedAt, endedAt }) => endedAt - startedAt));
    if (meanwhile.filter((one) => one.status === 503).length < CLIENTS) told("fewer than all were answered 503");
    slowest = Math.max(slowest, await recovery(load, told));
    progress(round);
  }
  if (worst > ANSWER_MS) report(`somebody waited ${Math.round(worst)} ms`);
  return `longest wait ${Math.round(worst)} ms, slowest recovery ${Math.round(slowest)} ms`;
}
