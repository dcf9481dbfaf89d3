// For how long a server keeps others waiting while it is sent something: the most that its main thread computed before it answered a
// request that needs nothing but it.
import { readFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { RunningServer } from "../../test/support/clients/run-cli.ts";

/** It is somebody else who asks: requests of one sender wait for each other. */
const headers = { authorization: "Bearer somebody-else" };
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

export async function watchTurns(
  { address, process: server }: RunningServer,
  send: () => Promise<unknown>,
): Promise<number> {
  let [longest, isDone] = [0, false];
  await ask(address);
  const watching = (async () => {
    while (!isDone) {
      const [start, before] = [performance.now(), computedBy(server.pid!)];
      await ask(address);
      longest = Math.max(longest, Math.min(performance.now() - start, computedBy(server.pid!) - before));
      await sleep(1);
    }
  })();
  try {
    await send();
  } finally {
    isDone = true;
    await watching;
  }
  return longest;
}

function ask(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(`${address}/healthz`, { agent, headers }, (answer) => {
      answer.resume().once("end", resolve);
    }).once("error", reject);
  });
}

/** How long the main thread has been on a processor, in milliseconds. */
function computedBy(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ", 1)[0]) / 1e6;
}
