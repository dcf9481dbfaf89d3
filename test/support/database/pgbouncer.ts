// A real PgBouncer in transaction mode in front of a PostgreSQL: a connection of it is somebody else's after each transaction.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../machine/free-port.ts";
import { unprivilegedUser } from "../machine/unprivileged-user.ts";

export interface PgBouncer {
  /** As that of the server behind it. */
  url: string;
  /** All that go through it lose their connections. */
  kill(): Promise<void>;
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

export interface PgBouncerOptions {
  /** Connections to each database: the fewer, the sooner one is somebody else's. */
  size?: number;
  /** What a connection may ask for in vain, instead of being refused. */
  ignored?: string;
}

/** Where Debian puts it, and elsewhere. */
const PROGRAM = [...(process.env.PATH ?? "").split(":"), "/usr/sbin", "/usr/local/sbin"]
  .map((folder) => join(folder, "pgbouncer"))
  .find((file) => existsSync(file));

/** Null if there is one; else how to get it. */
export const LACKS_PGBOUNCER = PROGRAM === undefined ? "there is no pgbouncer: apt-get install pgbouncer" : null;

export async function startPgBouncer(serverUrl: string, options: PgBouncerOptions = {}): Promise<PgBouncer> {
  if (PROGRAM === undefined) throw new Error(LACKS_PGBOUNCER!);
  const { size = 50, ignored = "" } = options;
  const folder = mkdtempSync(join(tmpdir(), "retest-pgbouncer-"));
  const owner = unprivilegedUser();
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
  const server = new URL(serverUrl);
  const port = await freePort();
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(
    file,
    `[databases]
* = host=${server.hostname} port=${server.port} user=${server.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${size}
max_client_conn = 2000
ignore_startup_parameters = ${ignored}
`,
  );
  let child: ChildProcess;
  const startAgain = async () => {
    child = spawn(PROGRAM, ["-q", file], { ...owner, cwd: "/", stdio: "ignore" });
    while (!(await answers(port))) {
      if (child.exitCode !== null) throw new Error("pgbouncer did not start");
      await sleep(20);
    }
  };
  const kill = async () => {
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  await startAgain();
  const url = new URL(serverUrl);
  url.port = String(port);
  return {
    url: url.href,
    kill,
    startAgain,
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The address of a database behind it, as a server is given it. */
export function throughPooler(poolerUrl: string, databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.port = new URL(poolerUrl).port;
  url.searchParams.set("pooler", "transaction");
  return url.href;
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
