// A PostgreSQL of one's own that can be restarted and paused, as a machine or an administrator would do it.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type PostgresOptions, startPostgres } from "./postgres-server.ts";

export interface OwnPostgres {
  url: string;
  /** Its files. */
  folder: string;
  /** Runs statements on a connection of its own and gives the rows of the last. */
  // biome-ignore lint/suspicious/noExplicitAny: rows of every shape
  ask(sql: string): Promise<any[]>;
  /** An open connection, for holding locks; the caller ends it. */
  connect(): Promise<pg.Client>;
  /** SIGINT is a fast shutdown, SIGQUIT an immediate one. */
  shutDown(signal: "SIGINT" | "SIGQUIT"): Promise<void>;
  startAgain(): Promise<void>;
  /** Every process of the server stops running and keeps its connections; call the answer to let them go on. */
  pause(): Promise<() => void>;
  stop(): Promise<void>;
}

export async function ownPostgres(options: PostgresOptions = {}): Promise<OwnPostgres> {
  const { url, process: first } = await startPostgres(options);
  const data = first.spawnargs[first.spawnargs.indexOf("-D") + 1]!;
  const { uid, gid } = statSync(data);
  let child: ChildProcess = first;

  const connect = async () => {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => {});
    await client.connect();
    return client;
  };
  const ask = async (sql: string) => {
    const client = await connect();
    try {
      const answer = await client.query(sql);
      return (Array.isArray(answer) ? answer.at(-1) : answer).rows;
    } finally {
      await client.end();
    }
  };
  const shutDown = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  };
  return {
    url,
    folder: data,
    ask,
    connect,
    shutDown,
    async startAgain() {
      const owner = process.getuid?.() === 0 ? { uid, gid } : {};
      child = spawn(first.spawnfile, first.spawnargs.slice(1), { ...owner, cwd: "/", stdio: "ignore" });
      while (!(await ask("select 1").catch(() => null))) await sleep(20);
    },
    async pause() {
      const rows = await ask("select pid from pg_stat_activity where pid <> pg_backend_pid()");
      const pids = [child.pid!, ...rows.map((row: { pid: number }) => row.pid)];
      const signal = (name: NodeJS.Signals) => {
        for (const pid of pids) process.kill(pid, name);
      };
      signal("SIGSTOP");
      return () => signal("SIGCONT");
    },
    async stop() {
      await shutDown("SIGINT");
      rmSync(dirname(data), { recursive: true, force: true });
    },
  };
}
