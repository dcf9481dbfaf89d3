// Two servers racing: the same deliveries, fixes and reopenings at once at both, on one database.
import { setTimeout as sleep } from "node:timers/promises";
import { type RunningServer, retest, type Settings, serve } from "../../test/support/clients/run-cli.ts";
import { openReceiver } from "../../test/support/fake-tools/notify-receiver.ts";
import { type Answer, Client, tally } from "../harness/client.ts";
import type { ChaosFault, Trial } from "../harness/fault.ts";
import { directSql, examine } from "../harness/scratch-database.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { fixAndDelivery, fixes, fixesAndReopenings, platformFixes } from "./racing-changes.ts";
import { manyIds, oneId, overLimit } from "./racing-deliveries.ts";

export const racing: ChaosFault = {
  name: "racing",
  does: "200 deliveries of one id, 50 ids × 20 copies, 150 deliveries in an hour, 50 fixes, 100 fixes and 100 reopenings, fixes of single platforms, a fix and deliveries: all at once at two servers",
  invariant:
    "one issue for each problem, exactly 120 deliveries in an hour, one transition, one line of history and one notification for each fix; no alert is lost",
  rounds: { sqlite: 20, postgres: 20 },
  run,
};

/** The time for all of a run's notifications. */
const TOLD_WITHIN_MS = 60_000;
/** A pause in which a second copy would arrive. */
const PAUSE_MS = 1_000;
const LIFTED_RACES = [oneId, manyIds, fixes, fixesAndReopenings, platformFixes, fixAndDelivery];

async function run({ scratch: { settings }, rounds, report, progress }: Trial): Promise<string> {
  const client = await Client.admin(settings);
  const free = { ...settings, RETEST_FREE_PLAN_ISSUES: "1000000", RETEST_NOTIFY_ALLOWED_HOSTS: "127.0.0.1" };
  await retest(["workspace", "plan", "free"], settings);
  const receiver = await openReceiver();
  const answers: Answer[] = [];
  const [fixed, counts] = [new Map<string, number>(), { later: 0 }];
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
          answers.push(...(await one({ client, servers, receiver, name, fixed, counts, report: told })));
        }
        progress(done + round / 2);
      }
      await allTold(settings, report);
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
  for (const [issue, times] of fixed) {
    const told = receiver.arrivals.filter(({ body }) => body.issue.id === issue).length;
    if (told !== times) report(`${issue} was fixed ${times} times, and that was told ${told} times`);
  }
  for (const { body } of receiver.arrivals) if (!fixed.has(body.issue.id)) report(`${body.issue.id} was told of`);
  if (counts.later === 0) report("no delivery began after a fix");
  for (const problem of await examine(settings)) report(problem);
  const worst = Math.max(...answers.map(({ startedAt, endedAt }) => endedAt - startedAt));
  return `${tally(answers)}; ${receiver.arrivals.length} fixes told, ${counts.later} deliveries after a fix; slowest ${Math.round(worst)} ms`;
}

/** Waits until nothing is left to be sent, and a moment longer. */
async function allTold(settings: Settings, report: Trial["report"]): Promise<void> {
  const waiting = "select count(*) as count from notification where state in ('pending', 'sending')";
  const isDone = async () => Number((await directSql(settings, waiting))[0]!.count) === 0;
  if (!(await waitUntil(TOLD_WITHIN_MS, isDone))) report("notifications are pending or being sent for ever");
  await sleep(PAUSE_MS);
}
