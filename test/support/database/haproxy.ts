// A real HAProxy in front of a primary and its standby: it leads to the first of them that accepts connections.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { freePort } from "../machine/free-port.ts";
import { until } from "./migrate-in-process.ts";
import type { Replicated } from "./standby.ts";

export interface HaProxy {
  /** As that of the primary behind it. */
  url: string;
  stop(): Promise<void>;
}

/** Where Debian puts it, and elsewhere. */
const PROGRAM = [...(process.env.PATH ?? "").split(":"), "/usr/sbin", "/usr/local/sbin"]
  .map((folder) => join(folder, "haproxy"))
  .find((file) => existsSync(file));

/** Null if there is one; else how to get it. */
export const LACKS_HAPROXY = PROGRAM === undefined ? "there is no haproxy: apt-get install haproxy" : null;

export async function startHaProxy({ primary, standby }: Pick<Replicated, "primary" | "standby">): Promise<HaProxy> {
  if (PROGRAM === undefined) throw new Error(LACKS_HAPROXY!);
  const folder = mkdtempSync(join(tmpdir(), "retest-haproxy-"));
  const port = await freePort();
  const file = join(folder, "haproxy.cfg");
  writeFileSync(
    file,
    `defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
listen postgres
  bind 127.0.0.1:${port}
  default-server check inter 100ms fall 1 rise 1 on-marked-down shutdown-sessions
  server primary ${new URL(primary.url).host}
  server standby ${new URL(standby.url).host} backup
`,
  );
  const child = spawn(PROGRAM, ["-db", "-f", file], { stdio: "ignore" });
  const url = new URL(primary.url);
  url.port = String(port);
  await until(async () => {
    if (child.exitCode !== null) throw new Error("haproxy did not start");
    return answers(url.href);
  });
  return {
    url: url.href,
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
