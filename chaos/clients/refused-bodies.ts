// Bodies that are refused while they still come: by every kind of client, at every way in, with and without a Caddy in front.
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import {
  NODE_SENDERS,
  OTHER_SENDERS,
  type Send,
  sendForEver,
  type Target,
} from "../../test/support/clients/large-senders.ts";
import { serve } from "../../test/support/clients/run-cli.ts";
import { lacksProgram } from "../../test/support/machine/lacks-program.ts";
import { startCaddy } from "../harness/caddy.ts";
import { Client } from "../harness/client.ts";
import type { ChaosFault, Trial } from "../harness/fault.ts";
import { examine } from "../harness/scratch-database.ts";

/** The share of senders that may miss their answer. */
const MISSED_SHARE = 0.01;
/** Megabytes by which a server may grow while all of them send. */
const GROWN_MB = 150;
const LOOK_EVERY_MS = 100;

export const refusedBodies: ChaosFault = {
  name: "refused-bodies",
  does: "bodies of 1 to 10 MB by fetch (text, form, stream), http.request, curl and Python's http.client, and one that never ends, to 14 places that refuse them, directly and through a Caddy",
  invariant: "99 of 100 senders read why they were refused; one that never stops is cut off; memory stays flat",
  rounds: { sqlite: 5, postgres: 2 },
  lacks: () => lacksProgram("caddy") ?? lacksProgram("curl") ?? lacksProgram("python3"),
  run,
};

type RefusingEndpoint = Target & { name: string; statuses: number[] };

async function run({ scratch: { settings, folder }, rounds, report, progress }: Trial): Promise<string> {
  const client = await Client.admin(settings);
  const server = await serve(settings);
  client.address = server.address;
  const caddy = await startCaddy([server.address], folder);
  const senders = Object.entries({ ...NODE_SENDERS, ...OTHER_SENDERS });
  const missed: string[] = [];
  let sent = 0;
  let memory: ReturnType<typeof watchMemory> | undefined;
  try {
    const places = [...(await placesOf(client, server.address)), ...(await placesOf(client, caddy.address))];
    for (let round = 1; round <= rounds; round++) {
      for (const [name, send] of senders) missed.push(...(await everywhere(places, name, send)));
      sent += senders.length * places.length;
      // What is loaded at the first request of a kind is no growth.
      memory ??= watchMemory(server.process.pid!);
      for (const place of places.slice(0, 2)) {
        const read = await sendForEver(place).catch((error: Error) => ({ status: 0, code: error.message }));
        if (!place.statuses.includes(read.status)) report(`who never stops read ${read.status} ${read.code}`);
      }
      progress(round);
    }
    const grown = memory?.stop() ?? 0;
    if (grown > GROWN_MB) report(`the server took ${grown} MB more`);
    if (missed.length > sent * MISSED_SHARE) for (const one of missed) report(one);
    if ((await client.ask("GET", "/me")).status !== 200) report("the server is not well afterwards");
    for (const problem of await examine(settings)) report(problem);
    return `${sent} senders, ${missed.length} of them missed their answer; memory grew by ${grown} MB at most`;
  } finally {
    caddy.stop();
    await server.stop();
  }
}

/** Senders that didn't read in words why they were refused. */
async function everywhere(places: RefusingEndpoint[], sender: string, send: Send): Promise<string[]> {
  const missed: string[] = [];
  for (const place of places) {
    const read = await send(place).catch((error: Error) => ({ status: 0, code: String(error.cause ?? error.message) }));
    if (!place.statuses.includes(read.status)) missed.push(`${sender}: ${place.name} ${read.status} ${read.code}`);
  }
  return missed;
}

/** The address is the server's, or that of what stands in front of it. */
async function placesOf(client: Client, address: string): Promise<RefusingEndpoint[]> {
  const { id, path } = await client.liveApp(`Refusing ${address}`);
  const keyed = { authorization: `Bearer ${client.key}`, "content-type": "application/json" };
  const at = (to: string, statuses: number[], headers = {}, method = "POST"): RefusingEndpoint => {
    return { name: `${method} ${to}`, url: address + to, method, headers, statuses };
  };
  return [
    at(path, [413]),
    at("/api/integrations/webhook/rw_none", [404]),
    at("/api/integrations/slack/rc_none", [404]),
    at("/api/integrations/sentry/rc_none", [404]),
    at("/api/v1/issues", [413], keyed),
    at("/api/v1/issues", [401]),
    at("/api/v1/issues", [405], keyed, "PUT"),
    at("/api/v1/apps/import?format=yaml", [413, 400], keyed),
    at(`/api/v1/results/junit?app=${id}`, [400], keyed),
    at("/api/v1/results/junit?app=none", [404], keyed),
    at("/ui/v1/issues", [401, 403]),
    at("/ui/v1/issues/iss_none/attachments?name=a.png", [401, 403]),
    at("/mcp", [413], keyed),
    at("/nowhere", [404]),
  ];
}

/** Watches by how many megabytes a process grows at most. */
function watchMemory(pid: number): { stop(): number } {
  const size = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024;
  const before = size();
  let most = before;
  let isOver = false;
  void (async () => {
    for (; !isOver; await sleep(LOOK_EVERY_MS)) most = Math.max(most, size());
  })();
  return {
    stop() {
      isOver = true;
      return Math.round(most - before);
    },
  };
}
