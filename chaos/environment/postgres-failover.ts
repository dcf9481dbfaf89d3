// A primary that dies while its standby takes over, with both in the address or a proxy in front of them, and a pooler in front of PostgreSQL that is killed and comes back, under load.
import { setTimeout as sleep } from "node:timers/promises";
import { type HaProxy, LACKS_HAPROXY, startHaProxy } from "../../test/support/database/haproxy.ts";
import { LACKS_PGBOUNCER, startPgBouncer, throughPooler } from "../../test/support/database/pgbouncer.ts";
import { type Replicated, replicatedPostgres } from "../../test/support/database/standby.ts";
import type { ChaosFault, Trial } from "../harness/fault.ts";
import { type Load, recovery, underLoad } from "./postgres-outages.ts";

export const postgresFailover: ChaosFault = {
  name: "postgres-failover",
  does: "a primary with a synchronous standby is shut down immediately and the standby is promoted, under load; the address names both",
  invariant:
    "answers are 201, 200 or 503, what was acknowledged is on the new primary, the process lives, and writes work again within 5 s of the promotion",
  rounds: { postgres: 10 },
  run: (trial) => failovers(trial, async ({ url }) => ({ url, stop: async () => {} })),
};

export const proxyFailover: ChaosFault = {
  name: "proxy-failover",
  does: "the same behind a HAProxy, which leads to whichever accepts connections",
  invariant: postgresFailover.invariant,
  rounds: { postgres: 5 },
  lacks: () => LACKS_HAPROXY,
  run: (trial) => failovers(trial, startHaProxy),
};

export const poolerRestarts: ChaosFault = {
  name: "pooler-restarts",
  does: "a PgBouncer in transaction mode with five connections is killed and started again under load",
  invariant:
    "answers are 201, 200 or 503, no 201 is false, the process lives, and writes work again within 5 s of the start",
  rounds: { postgres: 20 },
  lacks: () => LACKS_PGBOUNCER,
  run: poolers,
};

/** Each round has a primary and a standby of its own. */
async function failovers(trial: Trial, addressOf: (pair: Replicated) => Promise<HaProxy>): Promise<string> {
  const said: string[] = [];
  let slowest = 0;
  for (let round = 1; round <= trial.rounds; round++) {
    const report = (problem: string) => trial.report(`failover ${round}: ${problem}`);
    const pair = await replicatedPostgres({ durable: true });
    const address = await addressOf(pair);
    const failOver = async (_: Trial, load: Load) => {
      await sleep(500);
      await pair.primary.shutDown("SIGQUIT");
      await sleep(200);
      await pair.promote();
      slowest = Math.max(slowest, await recovery(load, report));
      return "";
    };
    try {
      const settings = { ...trial.scratch.settings, DATABASE_URL: address.url };
      said.push(await underLoad({ ...trial, report }, failOver, settings));
    } finally {
      await address.stop();
      await pair.stop();
    }
    trial.progress(round);
  }
  return `${said.at(-1)!.replace(/; $/, "")} in the last; slowest recovery ${Math.round(slowest)} ms`;
}

async function poolers(trial: Trial): Promise<string> {
  const url = trial.scratch.settings.DATABASE_URL!;
  const pooler = await startPgBouncer(url, { size: 5 });
  let slowest = 0;
  const restart = async ({ rounds, report, progress }: Trial, load: Load) => {
    for (let round = 1; round <= rounds; round++) {
      await sleep(300);
      await pooler.kill();
      await sleep(200);
      await pooler.startAgain();
      slowest = Math.max(slowest, await recovery(load, (problem) => report(`restart ${round}: ${problem}`)));
      progress(round);
    }
    return `slowest recovery ${Math.round(slowest)} ms`;
  };
  try {
    return await underLoad(trial, restart, { ...trial.scratch.settings, DATABASE_URL: throughPooler(pooler.url, url) });
  } finally {
    await pooler.stop();
  }
}
