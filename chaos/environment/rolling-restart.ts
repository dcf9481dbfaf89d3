// Servers restarted under load without anybody noticing: the workers of one by SIGHUP, and two behind a Caddy by SIGQUIT.
import { setTimeout as sleep } from "node:timers/promises";
import { startLoad } from "../../test/support/clients/load.ts";
import { type RunningServer, type Settings, serve } from "../../test/support/clients/run-cli.ts";
import { freePort } from "../../test/support/machine/free-port.ts";
import { lacksProgram } from "../../test/support/machine/lacks-program.ts";
import { startCaddy } from "../harness/caddy.ts";
import { Client } from "../harness/client.ts";
import type { ChaosFault, Trial } from "../harness/fault.ts";
import { examine } from "../harness/scratch-database.ts";

const CLIENTS = 16;
const invariant = "no request is lost and none refused, and doctor finds nothing";

export const rollingWorkers: ChaosFault = {
  name: "rolling-workers",
  does: "both workers of a server are replaced by SIGHUP while 16 clients read and write",
  invariant,
  rounds: { sqlite: 5, postgres: 5 },
  async run(trial) {
    const { settings } = trial.scratch;
    const server = await serve({ ...settings, RETEST_WORKERS: "2" });
    const replaced = () => server.output().stdout.split("every worker was replaced").length - 1;
    try {
      return await underLoad(trial, server.address, async () => {
        const before = replaced();
        server.process.kill("SIGHUP");
        while (replaced() === before) await sleep(100);
      });
    } finally {
      await server.stop();
    }
  },
};

export const rollingServers: ChaosFault = {
  name: "rolling-servers",
  does: "two servers behind a Caddy are ended by SIGQUIT and started again, one after the other, while 16 clients read and write",
  invariant,
  rounds: { postgres: 3 },
  lacks: () => lacksProgram("caddy"),
  run: behindCaddy,
};

async function behindCaddy(trial: Trial): Promise<string> {
  const { settings, folder } = trial.scratch;
  const ports = [await freePort(), await freePort()];
  const start = (port: number) => serve({ ...settings, PORT: String(port) });
  const servers: RunningServer[] = [await start(ports[0]!), await start(ports[1]!)];
  const caddy = await startCaddy(
    servers.map(({ address }) => address),
    folder,
  );
  try {
    return await underLoad(trial, caddy.address, async () => {
      for (const i of [0, 1]) {
        await servers[i]!.stop("SIGQUIT");
        servers[i] = await start(ports[i]!);
        // The balancer looks every second.
        await sleep(3_000);
      }
    });
  } finally {
    caddy.stop();
    for (const server of servers) await server.stop();
  }
}

async function underLoad(trial: Trial, address: string, restart: () => Promise<void>): Promise<string> {
  const { rounds, report, progress } = trial;
  const settings: Settings = trial.scratch.settings;
  const client = await Client.admin(settings, address);
  const { id: app } = await client.liveApp("App");
  const headers = { authorization: `Bearer ${client.key}`, "content-type": "application/json" };
  const load = startLoad(address, CLIENTS, (i) =>
    i % 2 === 0
      ? { method: "POST", path: "/api/v1/issues", headers, body: { app, text: "under load" } }
      : { method: "GET", path: `/api/v1/issues?app=${app}`, headers },
  );
  for (let round = 1; round <= rounds; round++) {
    await restart();
    progress(round);
  }
  const { answers, refused, lost, slowestMs } = await load.stop();
  for (const one of refused) report(`refused: ${one}`);
  for (const one of lost) report(`lost: ${one}`);
  for (const problem of await examine(settings)) report(problem);
  return `${answers} answers, ${lost.length} lost, ${refused.length} refused, slowest ${Math.round(slowestMs)} ms`;
}
