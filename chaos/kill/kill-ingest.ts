// kill -9 under ingest: fifty write over REST and the signed webhook, the server is killed at a random moment, started again,
// and held against what it had acknowledged.
import { setTimeout as sleep } from "node:timers/promises";
import { type RunningServer, serve } from "../../test/support/clients/run-cli.ts";
import { Client, type Json } from "../harness/client.ts";
import type { ChaosFault, Trial } from "../harness/fault.ts";
import { examine } from "../harness/scratch-database.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { CycleKeeper } from "./kill-ingest-cycles.ts";
import { DeliverySender } from "./kill-ingest-sender.ts";
import { CheckWriter, PLATFORMS, viewOf } from "./kill-ingest-writer.ts";

const APPS = 2;
const WRITERS_PER_APP = 20;
const SENDERS = 10;
/** How long load goes on after the first acknowledgement, or without one. */
const LONGEST_LOAD_MS = { sqlite: 400, postgres: 1_200 };
/** Limits for the first acknowledgement; the very first round waits longer, so that even a single one has some. */
const FIRST_WITHIN_MS = 1_000;
const VERY_FIRST_WITHIN_MS = 30_000;
/** Rounds after which everybody begins with new apps, so that a round stays as cheap as the first. */
const GENERATION = 10;
const EXAMINE_EVERY = 50;

export const killIngest: ChaosFault = {
  name: "kill-ingest",
  does: "kill -9 at a random moment while 50 clients write over REST and signed deliveries; start again",
  invariant:
    "all that was acknowledged is there and whole; what was not is there whole or not at all, and delivered again it is a duplicate or raised once",
  rounds: { sqlite: 1_000, postgres: 200 },
  run,
};

class Clients {
  readonly writers: CheckWriter[];
  readonly senders: DeliverySender[];
  /** Each app with those who write to it. */
  readonly apps: [string, CheckWriter[]][];
  readonly live: string;
  readonly keepers: CycleKeeper[];
  private readonly client: Client;

  private constructor(
    client: Client,
    apps: [string, CheckWriter[]][],
    live: string,
    senders: DeliverySender[],
    keepers: CycleKeeper[],
  ) {
    this.client = client;
    this.keepers = keepers;
    this.apps = apps;
    this.writers = apps.flatMap(([, writers]) => writers);
    this.live = live;
    this.senders = senders;
  }

  static async gather(client: Client, generation: number): Promise<Clients> {
    const apps: [string, CheckWriter[]][] = [];
    const keepers: CycleKeeper[] = [];
    for (let n = 0; n < APPS; n++) {
      const checks = Array.from({ length: WRITERS_PER_APP }, (_, i) => ({ ref: `C-${i}`, title: `Check ${i}` }));
      const { id } = await client.data("POST", "/apps", {
        name: `App ${generation}/${n}`,
        platforms: PLATFORMS.map((code) => ({ code, label: code })),
        sections: [{ title: "All", checks }],
      });
      apps.push([id, checks.map(({ ref }) => new CheckWriter(client, id, ref))]);
      keepers.push(await CycleKeeper.begin(client, id));
    }
    const live = await client.liveApp(`Live ${generation}`);
    const { secret } = await client.data("PUT", `/apps/${live.id}/webhook/secret`);
    const senders = Array.from(
      { length: SENDERS },
      (_, i) => new DeliverySender(client, { ...live, secret }, `tool ${i}`),
    );
    return new Clients(client, apps, live.id, senders, keepers);
  }

  get all(): (CheckWriter | DeliverySender | CycleKeeper)[] {
    return [...this.writers, ...this.senders, ...this.keepers];
  }

  async work(): Promise<void> {
    await Promise.all(this.all.map((one) => one.work()));
  }

  async check(all: boolean): Promise<string[]> {
    const checks = this.apps.map(async ([app, writers]) => {
      const view = await viewOf(this.client, app);
      return Promise.all(writers.map((writer) => writer.check(view, all)));
    });
    await Promise.all(this.senders.map((sender) => sender.settle()));
    const issues = await this.client.list(`/issues?app=${this.live}&status=all`);
    const delivered = this.senders.flatMap((sender) => sender.check(issues));
    const kept = await Promise.all(this.keepers.map((keeper) => keeper.check()));
    return [...(await Promise.all(checks)).flat(2), ...delivered, ...kept.flat()];
  }

  acknowledged(): number {
    return this.all.reduce((sum, one) => sum + one.acknowledged, 0);
  }

  /** Every id that must be there for good, by app. */
  ids(): [string, string[]][] {
    return [
      ...this.apps.map(([app, writers]): [string, string[]] => [app, writers.flatMap(({ ids }) => ids)]),
      [this.live, this.senders.flatMap(({ ids }) => ids)],
    ];
  }
}

async function run({ scratch: { settings, database }, rounds, report, progress }: Trial): Promise<string> {
  const client = await Client.admin(settings);
  const totals = { acknowledged: 0, unanswered: 0, happened: 0 };
  const kept: [string, string[]][] = [];
  let slowest = 0;
  const start = async () => {
    const before = performance.now();
    const server = await serve(settings);
    slowest = Math.max(slowest, performance.now() - before);
    client.address = server.address;
    return server;
  };
  const endClients = (clients: Clients) => {
    kept.push(...clients.ids());
    for (const one of clients.all) {
      for (const name of ["acknowledged", "unanswered", "happened"] as const) totals[name] += one[name];
    }
  };
  let server = await start();
  try {
    let clients = await Clients.gather(client, 0);
    for (let round = 1; round <= rounds; round++) {
      const firstMs = round === 1 ? VERY_FIRST_WITHIN_MS : Math.random() < 0.9 ? FIRST_WITHIN_MS : 0;
      await killUnderLoad(server, clients, firstMs, LONGEST_LOAD_MS[database]);
      server = await start();
      const isLast = round % GENERATION === 0 || round === rounds;
      const found = await clients.check(isLast);
      if (round % EXAMINE_EVERY === 0 || round === rounds) found.push(...(await examine(settings)));
      for (const problem of found) report(`round ${round}: ${problem}`);
      if (isLast) endClients(clients);
      if (isLast && round < rounds) clients = await Clients.gather(client, round);
      progress(round);
    }
    for (const [app, ids] of kept) for (const problem of await lost(client, app, ids)) report(problem);
  } finally {
    await server.stop("SIGKILL");
  }
  const { acknowledged, unanswered, happened } = totals;
  if (acknowledged === 0) report("nothing was acknowledged");
  if (rounds >= killIngest.rounds[database]! && happened === 0) report("nothing that was cut off had happened");
  return `${acknowledged} writes acknowledged, ${unanswered} cut off (${happened} of them had happened), slowest start ${Math.round(slowest)} ms`;
}

async function killUnderLoad(
  server: RunningServer,
  clients: Clients,
  firstMs: number,
  longestMs: number,
): Promise<void> {
  const before = clients.acknowledged();
  const working = clients.work();
  await waitUntil(firstMs, async () => clients.acknowledged() > before);
  await sleep(Math.random() * longestMs);
  await server.stop("SIGKILL");
  await working;
}

/** Issues that are missing at the very end, after all kills. */
async function lost(client: Client, app: string, ids: string[]): Promise<string[]> {
  const there = new Set((await client.list(`/issues?app=${app}&status=all`)).map(({ id }: Json) => id));
  const gone = ids.filter((id) => !there.has(id)).map((id) => `${id} is lost at the end`);
  return there.size === ids.length ? gone : [...gone, `${app} has ${there.size} issues, not ${ids.length}`];
}
