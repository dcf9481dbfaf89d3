// One of several processes that serve on one port. It ends when the one that leads says so.
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import type { Order, Report } from "./crew.ts";
import { STOP_WITHIN_MS, startServing } from "./serving.ts";

export async function workInCrew(config: Config, logger: Logger): Promise<number> {
  // A terminal and a service manager signal the whole group; the leader, which is told too, decides what that means.
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => {});
  const serving = startServing(config, logger);
  const { drained, stopped } = await new Promise<{ drained: boolean; stopped: Promise<void> }>((resolve, reject) => {
    let stop = () => {};
    const stopped = new Promise<void>((done) => {
      stop = done;
    });
    process.on("message", (order: Order) => {
      if (order === "stop") stop();
      if (order === "invite") void serving.then((one) => one.inviteFirstAdmin());
      if (order !== "invite") resolve({ drained: order === "drain", stopped });
    });
    serving.then(({ port }) => report({ ready: port }), reject);
  });
  const { drain, stop } = await serving;
  if (drained) await Promise.race([drain(), stopped]);
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
  await stop();
  return 0;
}

function report(what: Report): void {
  process.send?.(what);
}
