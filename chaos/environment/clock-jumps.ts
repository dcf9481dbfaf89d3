// Clocks that jump over the turn of the hour and of the month, forward and back, under a real server: its own clock where the
// database is embedded, and PostgreSQL's where servers share that.
import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type RunningServer, retest, type Settings, serve } from "../../test/support/clients/run-cli.ts";
import { ownPostgres } from "../../test/support/database/restartable-postgres.ts";
import { type Answer, Client, deliver, tally } from "../harness/client.ts";
import { type FakeClock, fakeClock, lacksFakeClock } from "../harness/fake-clock.ts";
import type { ChaosFault, Trial } from "../harness/fault.ts";
import { openScratchDatabase } from "../harness/scratch-database.ts";

const LIMIT = 120;
const ALLOWANCE = 20;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** How long before the turn a database's clock is set: two servers have to start meanwhile. */
const LEAD_MS = 15_000;

export const clockJumps: ChaosFault = {
  name: "clock",
  does: "the clock jumps over the hour and the month, 90 minutes forward and back; two servers' clocks are apart",
  invariant:
    "no hour lets more than 120 deliveries through and none that turned comes back; no month more issues than the plan, and a new one opens at once; on PostgreSQL the database's clock alone decides",
  rounds: { sqlite: 12, postgres: 4 },
  lacks: lacksFakeClock,
  run: (trial) => (trial.scratch.database === "sqlite" ? onSqlite(trial) : onPostgres(trial)),
};

class Hours {
  readonly answers: Answer[] = [];
  readonly client: Client;
  servers: string[] = [];
  private path = "";
  private sent = 0;
  private readonly report: Trial["report"];

  constructor(client: Client, report: Trial["report"]) {
    this.client = client;
    this.report = report;
  }

  open(servers: RunningServer[]): void {
    this.servers = servers.map(({ address }) => address);
    this.client.address = this.servers[0]!;
  }

  async newApp(): Promise<void> {
    this.path = (await this.client.liveApp(`App ${++this.sent}`)).path;
  }

  /** Sends so many at once, each with an id of its own, and requires that so many pass. */
  async pass(
    when: string,
    count: number,
    expected: number,
    { otherwise = 429, at = this.servers }: { otherwise?: number; at?: string[] } = {},
  ): Promise<void> {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, i) =>
        deliver(at[i % at.length]! + this.path, { title: "T", external_id: `${++this.sent}` }),
      ),
    );
    this.answers.push(...answers);
    const passed = answers.filter(({ status }) => status === 201).length;
    const refused = answers.filter(({ status }) => status === otherwise).length;
    if (passed !== expected || refused !== count - expected)
      this.report(`${when}: ${passed} of ${count} passed, not ${expected} (${tally(answers)})`);
  }
}

async function onSqlite({ scratch, rounds, report, progress }: Trial): Promise<string> {
  const clocks = [0, 1].map((i) => fakeClock(join(scratch.folder, `clock-${i}`)));
  const limits = { RETEST_WEBHOOK_RATE: String(LIMIT), RETEST_FREE_PLAN_ISSUES: String(ALLOWANCE) };
  const settings = { ...scratch.settings, ...limits };
  const hours = new Hours(await Client.admin(settings), report);
  const freeze = (at: number, apart = 0) => clocks.forEach((one, i) => void one.freeze(at + i * apart));
  const start = new Date();
  freeze(start.getTime());
  const servers = await Promise.all(clocks.map(({ env }) => serve({ ...settings, ...env })));
  try {
    hours.open(servers);
    for (let round = 1; round <= rounds; round++) {
      // Each round has months of its own, in the future.
      const month = (more: number) => Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 3 * round + more, 1);
      const hour = month(0) + 10 * 24 * HOUR_MS;
      await hoursOf(hours, freeze, hour);
      freeze(month(2) - 1);
      await monthOf(hours, settings, () => freeze(month(2)));
      progress(round);
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop("SIGKILL")));
  }
  return tally(hours.answers);
}

async function hoursOf(hours: Hours, freeze: (at: number, apart?: number) => void, hour: number): Promise<void> {
  freeze(hour - 1);
  await hours.newApp();
  await hours.pass("the last millisecond of an hour", LIMIT + 10, LIMIT);
  freeze(hour);
  await hours.pass("the first millisecond of the next", LIMIT + 10, LIMIT);
  freeze(hour + 90 * MINUTE_MS);
  await hours.pass("90 minutes later", LIMIT + 10, LIMIT);
  freeze(hour);
  await hours.pass("90 minutes back", 20, 0);
  freeze(hour + 2 * HOUR_MS);
  await hours.pass("two hours later", 10, 10);
  freeze(hour + 5 * HOUR_MS - 1_000, 3_000);
  await hours.newApp();
  await hours.pass("at the server whose hour has turned", 10, 10, { at: hours.servers.slice(1) });
  await hours.pass("at both, of which one is three seconds behind", LIMIT + 40, LIMIT - 10);
}

/** Raises more than the plan allows in a month's last moment, and in the next month's first. */
async function monthOf(hours: Hours, settings: Settings, enterNextMonth: () => void | Promise<void>): Promise<void> {
  await retest(["workspace", "plan", "free"], settings);
  await hours.newApp();
  await hours.pass("the end of a month", ALLOWANCE + 30, ALLOWANCE, { otherwise: 402 });
  await enterNextMonth();
  await hours.newApp();
  await hours.pass("the start of the next", ALLOWANCE + 30, ALLOWANCE, { otherwise: 402 });
  await retest(["workspace", "plan", "unlimited"], settings);
}

/** Servers take the database's clock when they start, and go on from there; their own is set wrong all the while. */
async function onPostgres({ rounds, report, progress }: Trial): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "retest-clock-"));
  chmodSync(folder, 0o755);
  const database = fakeClock(join(folder, "database"));
  const wrong = ["fast", "slow"].map((name) => fakeClock(join(folder, name)));
  const postgres = await ownPostgres({ env: database.env });
  const scratch = await openScratchDatabase("postgres", postgres.url);
  const limits = { RETEST_WEBHOOK_RATE: String(LIMIT), RETEST_FREE_PLAN_ISSUES: String(ALLOWANCE) };
  const settings = { ...scratch.settings, ...limits };
  const start = new Date();
  const hours = new Hours(await Client.admin(settings), report);
  try {
    for (let round = 1; round <= rounds; round++) {
      const month = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 3 * round, 1);
      await aroundTheMonth(hours, settings, database, wrong, month);
      progress(round);
    }
  } finally {
    await scratch.close();
    await postgres.stop();
  }
  return tally(hours.answers);
}

async function aroundTheMonth(
  hours: Hours,
  settings: Settings,
  database: FakeClock,
  wrong: FakeClock[],
  month: number,
): Promise<void> {
  const servers: RunningServer[] = [];
  const restart = async () => {
    await Promise.all(servers.splice(0).map((server) => server.stop()));
    servers.push(...(await Promise.all(wrong.map(({ env }) => serve({ ...settings, ...env })))));
    hours.open(servers);
  };
  const set = async (at: number) => {
    database.runFrom(at);
    wrong[0]!.runFrom(at + 90 * MINUTE_MS);
    wrong[1]!.runFrom(at - 90 * MINUTE_MS);
    await restart();
  };
  try {
    const began = performance.now();
    await set(month - LEAD_MS);
    await hours.newApp();
    await hours.pass("before the turn of the hour", LIMIT + 10, LIMIT);
    await sleep(LEAD_MS - (performance.now() - began) + 500);
    await hours.pass("after the turn of the hour", LIMIT + 10, LIMIT);
    await set(month + 30 * MINUTE_MS - 90 * MINUTE_MS);
    await hours.pass("the database's clock 90 minutes back", 20, 0);
    // Another month, in which nothing was raised yet.
    const next = Date.UTC(new Date(month).getUTCFullYear(), new Date(month).getUTCMonth() + 2, 1);
    const again = performance.now();
    await set(next - LEAD_MS);
    await monthOf(hours, settings, () => sleep(LEAD_MS - (performance.now() - again) + 500));
  } finally {
    await Promise.all(servers.map((server) => server.stop("SIGKILL")));
  }
}
