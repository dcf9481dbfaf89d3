// One of several processes that serve on one port. It ends when the one that leads says so.
import type { Logger } from "pino";
import { Fault } from "../../domain/fault.ts";
import { waitAtMost } from "../../lib/async/time-limit.ts";
import type { MetricFamily } from "../../lib/monitoring/metric-families.ts";
import type { Config } from "../../startup/config.ts";
import { startServing } from "./serve-in-process.ts";
import { NOTICE_MS, STOP_WITHIN_MS } from "./stop-signal.ts";
import type { WorkerEnding, WorkerMessage, WorkerReport } from "./worker-pool.ts";

const GATHER_WITHIN_MS = 3_000;

export async function runWorker(config: Config, logger: Logger): Promise<number> {
  // A terminal and a service manager signal the whole group; the leader, which is told too, decides what that means.
  for (const signal of ["SIGTERM", "SIGINT", "SIGQUIT", "SIGHUP"] as const) process.on(signal, () => {});
  const sums = new Map<number, (lists: MetricFamily[][]) => void>();
  const serving = startServing(config, logger, () => gather(sums));
  let stopNow = () => {};
  const stopped = new Promise<void>((resolve) => {
    stopNow = resolve;
  });
  const told = new Promise<WorkerEnding>((resolve) => {
    process.on("message", (order: WorkerMessage) => {
      if (order === "stop") stopNow();
      if (order === "stop" || order === "drain" || order === "leave") resolve(order);
      else void serving.then((server) => obey(server, order));
    });
  });
  const obey = (
    { inviteFirstAdmin, measure }: Awaited<typeof serving>,
    order: Exclude<WorkerMessage, WorkerEnding>,
  ) => {
    if (order === "invite") inviteFirstAdmin();
    else if ("sum" in order) sums.get(order.sum)?.(order.lists);
    else void report({ measured: order.measure, families: measure(order.place) });
  };
  const { port, drain, stop, measure } = await serving;
  await report({ ready: port });
  const ending = await told;
  if (ending !== "stop") await Promise.race([drain(ending === "leave" ? NOTICE_MS : 0), stopped]);
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
  await stop();
  await report({ measured: 0, families: measure(0) });
  return 0;
}

let lastId = 0;

/** Throws `unavailable`. */
async function gather(sums: Map<number, (lists: MetricFamily[][]) => void>): Promise<MetricFamily[][]> {
  const id = ++lastId;
  const sum = new Promise<MetricFamily[][]>((resolve) => {
    sums.set(id, resolve);
  });
  void report({ gather: id });
  return waitAtMost(GATHER_WITHIN_MS, sum, (): never => {
    throw new Fault("unavailable", "The other processes of this server did not answer in time.");
  }).finally(() => sums.delete(id));
}

/** Resolves once it is on its way; with nobody left to tell, at once. */
function report(what: WorkerReport): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(what, () => resolve());
    else resolve();
  });
}
