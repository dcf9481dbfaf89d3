// The thread that runs heavy units on PostgreSQL, each in a transaction of its own.
import { parentPort, workerData } from "node:worker_threads";
import type { ActionSettings } from "../actions/unit-of-work.ts";
import { Fault } from "../domain/fault.ts";
import { UNWATCHED } from "../lib/monitoring/outage.ts";
import { holdsApp } from "../storage/apps/apps.ts";
import { isLockTimeout } from "../storage/database/lock-timeout.ts";
import type { PostgresTx } from "../storage/database/postgres-transaction.ts";
import { openPostgres } from "../storage/open-postgres.ts";
import { actionOf } from "./catalogue.ts";
import type { HeavyFailure, HeavyJob, HeavyNews } from "./heavy-actions.ts";
import { openUnit } from "./open-unit.ts";

const LOOK_EVERY_MS = 20;

const port = parentPort!;
const { url, settings } = workerData as { url: string; settings: ActionSettings };
const database = openPostgres(url, UNWATCHED);
const underWay = new Set<Promise<void>>();

port.on("message", (message: HeavyJob | "close") => {
  if (message === "close") void close();
  else {
    const work = run(message).finally(() => underWay.delete(work));
    underWay.add(work);
  }
});

async function close(): Promise<void> {
  await Promise.all(underWay);
  await database.close();
  port.close();
}

async function run({ id, name, input, now, by, lockTimeoutMs }: HeavyJob): Promise<void> {
  const tell = (news: HeavyNews) => port.postMessage(news);
  let tx: PostgresTx | undefined;
  const look = setInterval(() => {
    if (tx === undefined || !holdsApp(tx)) return;
    clearInterval(look);
    tell({ id, holdsApp: true });
  }, LOOK_EVERY_MS);
  try {
    const output = await database.transaction((its) => {
      tx = its;
      return actionOf(name).run(openUnit(tx, now, settings, by), input as never);
    }, lockTimeoutMs);
    tell({ id, output });
  } catch (error) {
    tell({ id, failure: failureOf(error) });
  } finally {
    clearInterval(look);
  }
}

function failureOf(error: unknown): HeavyFailure {
  const timedOut = isLockTimeout(error);
  if (error instanceof Fault) {
    const { code, message, retryAfter, cause } = error;
    const detail = cause instanceof Error ? cause.message : undefined;
    return {
      code,
      message,
      ...(detail === undefined ? {} : { detail }),
      ...(retryAfter === undefined ? {} : { retryAfter }),
      isLockTimeout: timedOut,
    };
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { code: "internal", message: "unforeseen error", detail, isLockTimeout: timedOut };
}
