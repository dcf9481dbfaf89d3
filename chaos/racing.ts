// Two servers racing: the same deliveries, fixes and reopenings at once at both, on one database.
import { type RunningServer, retest, serve } from "../test/support/cli.ts";
import { openReceiver, type Receiver } from "../test/support/receiver.ts";
import { type Answer, Client, tally } from "./client.ts";
import type { Fault, Trial } from "./fault.ts";
import { examine } from "./ground.ts";
import { fixAndDelivery, fixes, fixesAndReopenings, platformFixes } from "./racing-changes.ts";
import { manyIds, oneId, overLimit } from "./racing-deliveries.ts";

export interface Race {
  client: Client;
  /** The addresses of the servers. */
  servers: string[];
  receiver: Receiver;
  /** New for each race. */
  name: string;
  report(problem: string): void;
}

export const racing: Fault = {
  name: "racing",
  does: "200 deliveries of one id, 50 ids × 20 copies, 150 deliveries in an hour, 50 fixes, 100 fixes and 100 reopenings, fixes of single platforms, a fix and deliveries: all at once at two servers",
  invariant:
    "one issue for each problem, exactly 120 deliveries in an hour, one transition, one line of history and one notification for each fix; no alert is lost",
  rounds: { sqlite: 20, postgres: 20 },
  run,
};

const LIFTED_RACES = [oneId, manyIds, fixes, fixesAndReopenings, platformFixes, fixAndDelivery];

async function run({ ground: { settings }, rounds, report, progress }: Trial): Promise<string> {
  const client = await Client.admin(settings);
  const free = { ...settings, RETEST_FREE_PLAN_ISSUES: "1000000", RETEST_NOTIFY_ALLOWED_HOSTS: "127.0.0.1" };
  await retest(["workspace", "plan", "free"], settings);
  const receiver = await openReceiver();
  const answers: Answer[] = [];
  const race = async (races: typeof LIFTED_RACES, limits: object, done: number) => {
    const running: RunningServer[] = [];
    try {
      for (let i = 0; i < 2; i++) running.push(await serve({ ...free, ...limits }));
      const servers = running.map(({ address }) => address);
      client.address = servers[0]!;
      for (let round = 1; round <= rounds; round++) {
        for (const one of races) {
          const name = `${one.name} ${round}`;
          const told = (problem: string) => report(`${name}: ${problem}`);
          answers.push(...(await one({ client, servers, receiver, name, report: told })));
        }
        progress(done + round / 2);
      }
    } finally {
      await Promise.all(running.map((server) => server.stop()));
    }
  };
  try {
    await race(LIFTED_RACES, {}, 0);
    await race([overLimit], { RETEST_WEBHOOK_RATE: "120" }, rounds / 2);
  } finally {
    await receiver.close();
  }
  for (const problem of await examine(settings)) report(problem);
  const worst = Math.max(...answers.map(({ startedAt, endedAt }) => endedAt - startedAt));
  return `${tally(answers)}; slowest ${Math.round(worst)} ms`;
}
