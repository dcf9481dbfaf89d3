// Runs the built command line as its users do: another process, with its own environment.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const BIN = fileURLToPath(new URL("../../../bin/retest.js", import.meta.url));

export type Settings = Record<string, string>;

export interface Outcome {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface RunningServer {
  address: string;
  process: ChildProcess;
  /** What it printed so far. */
  output(): Outcome;
  /** Sends the signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<Outcome>;
  /** How it ended, whoever ended it. */
  ended: Promise<Outcome>;
}

/** One command, to its end. */
export async function retest(args: string[], settings: Settings = {}): Promise<Outcome> {
  const { child, outcome } = start(args, settings);
  await once(child, "close");
  return outcome();
}

/** One command that is not waited for. */
export function startOnly(args: string[], settings: Settings) {
  const { child, outcome } = start(args, settings);
  const ended = once(child, "close");
  return {
    process: child,
    output: outcome,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async stop(signal: NodeJS.Signals): Promise<Outcome> {
      child.kill(signal);
      await ended;
      return outcome();
    },
  };
}

/**
 * `retest serve` (or `demo`) on a free port, once it listens; fails with what it printed if it ends before that.
 * `through` is a command that prepares something and then becomes the server.
 */
export async function serve(settings: Settings, command = "serve", through: string[] = []): Promise<RunningServer> {
  const { child, outcome } = start([command], { PORT: "0", ...settings }, through);
  const ended = once(child, "close");
  const address = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const found = /Retest (?:listens on|runs at) (http:\/\/[\w.]+:\d+)/.exec(outcome().stdout)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout!.on("data", look);
    ended.then(() => reject(new Error(`the server ended: ${JSON.stringify(outcome())}`)), reject);
  });
  return {
    address,
    process: child,
    output: outcome,
    ended: ended.then(outcome),
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      await ended;
      return outcome();
    },
  };
}

/** One request below /api/v1 with a key, and its parsed answer. */
export async function call(
  address: string,
  key: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
): Promise<any> {
  const response = await fetch(`${address}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, ...((await response.json()) as object) };
}

function start(args: string[], settings: Settings, through: string[] = []) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR, ...settings };
  const [program, ...rest] = [...through, process.execPath, BIN, ...args];
  const child = spawn(program!, rest, { env, stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    stdout += chunk;
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    stderr += chunk;
  });
  const outcome = (): Outcome => ({ code: child.exitCode, signal: child.signalCode, stdout, stderr });
  return { child, outcome };
}
