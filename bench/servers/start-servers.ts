// Starts what is measured: our server, and the programs beside it.
import { type ChildProcess, spawn } from "node:child_process";
import { get } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../test/support/machine/free-port.ts";
import { SERVER_CORE } from "./cores.ts";
import type { Place } from "./databases.ts";
import { withChildren } from "./processes.ts";
import { SECRET_KEY } from "./seed.ts";

const LOOK_EVERY_MS = 5;
const MAX_START_MS = 60_000;

/** A server under measurement, and the processes whose time counts as its own. */
export interface MeasuredServer {
  port: number;
  /** Milliseconds from its start to its first answer. */
  startMs: number;
  pids(): number[];
  databasePids(): number[];
  stop(): Promise<void>;
}

interface Start {
  command: string[];
  port: number;
  /** A path that is answered once the server is ready. */
  path: string;
  cores?: string;
  env?: Record<string, string>;
  databasePids?: () => number[];
}

/** Servers that are running, so that none is left behind whatever happens. */
const children = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));

export async function startServer({ command, port, path, cores, env, databasePids }: Start): Promise<MeasuredServer> {
  const began = performance.now();
  const child = spawn("taskset", ["-c", cores ?? SERVER_CORE, ...command], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  children.add(child);
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  while (!(await answers(port, path))) {
    if (child.exitCode !== null || performance.now() - began > MAX_START_MS) {
      throw new Error(`${command.join(" ")} does not answer`);
    }
    await sleep(LOOK_EVERY_MS);
  }
  return {
    port,
    startMs: performance.now() - began,
    pids: () => withChildren(child.pid!),
    databasePids: databasePids ?? (() => []),
    async stop() {
      child.kill();
      await ended;
      children.delete(child);
    },
  };
}

export interface OursOptions {
  settings?: Record<string, string>;
  cores?: string;
  /** The folder of another build of ours. */
  root?: string;
}

export async function startOurs(
  place: Place,
  { settings, cores, root = "." }: OursOptions = {},
): Promise<MeasuredServer> {
  const port = await freePort();
  const env = {
    PORT: String(port),
    RETEST_DATA_DIR: place.dataDir,
    RETEST_LOG_LEVEL: "fatal",
    RETEST_API_RATE: "0",
    RETEST_PUBLIC_RATE: "0",
    RETEST_WEBHOOK_RATE: "0",
    RETEST_SECRET_KEY: SECRET_KEY,
    ...(place.databaseUrl === null ? {} : { DATABASE_URL: place.databaseUrl }),
    ...settings,
  };
  const command = [process.execPath, join(root, "bin/retest.js"), "serve"];
  return startServer({
    command,
    port,
    path: "/readyz",
    env,
    databasePids: place.databasePids,
    ...(cores && { cores }),
  });
}

/** A program of baseline-programs.ts; the ones that insert do it on PostgreSQL if the place is. `bytes`: the size of the answer of `static`. */
export async function startBaseline(
  program: string,
  place: Place,
  scratch: string,
  bytes: number,
): Promise<MeasuredServer> {
  const port = await freePort();
  const file = join(scratch, `${program}-${port}.db`);
  const args = [program, String(port), file, String(bytes), place.databaseUrl ?? ""];
  const command = [process.execPath, "--import", "tsx", "bench/baseline/baseline-programs.ts", ...args];
  return startServer({ command, port, path: "/", databasePids: place.databasePids });
}

function answers(port: number, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    get({ port, path, agent: false }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode! < 500));
    }).once("error", () => resolve(false));
  });
}
