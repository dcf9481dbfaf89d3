// What the programs that try Retest beside a real one share: a line for each step, what is expected of it, and ending what was started.
import type { ChildProcess, ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { isDeepStrictEqual } from "node:util";
import { call, retest } from "../test/support/clients/run-cli.ts";

/** By its own id and no other way. */
export async function end(child: ChildProcess | undefined): Promise<void> {
  if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const late = setTimeout(() => child.kill("SIGKILL"), 5_000);
  await ended;
  clearTimeout(late);
}

/** The end of what a program says, and why it could not be started. */
export function logOf(child: ChildProcessByStdio<null, Readable, Readable>): () => string {
  let log = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      log = (log + chunk).slice(-8_000);
    });
  }
  child.on("error", (error) => {
    log += error.message;
  });
  return () => log;
}

/** A key for a server on this machine that may do everything, and how to ask with it. */
export async function adminOf(address: string, settings: Record<string, string>, name: string) {
  const made = await retest(["key", "create", "--name", name, "--role", "admin", "--json"], settings);
  if (made.code !== 0) throw new Error(`no key was made: ${made.stderr}`);
  const key: string = JSON.parse(made.stdout).key;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  const ask = async (method: string, path: string, body?: unknown): Promise<any> => {
    const { status, data, error } = await call(address, key, method, path, body);
    if (status >= 300) throw new Error(`${method} ${path} answered ${status} ${JSON.stringify(error)}`);
    return data;
  };
  return { key, ask };
}

export function same(what: string, found: unknown, expected: unknown): void {
  if (isDeepStrictEqual(found, expected)) return;
  throw new Error(`${what}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
}

export function say(line: string): void {
  console.log(`  ${line}`);
}
