// Runs a command of the command line in this process, on the source: a tenth of the processor time of a process of its own. What is
// about the process (signals, exit, streams, the files it leaves behind, whether another uses them) is tested with `retest` of run-cli.ts.
import { Writable } from "node:stream";
import { COMMANDS } from "../../../src/cli/commands/all-commands.ts";
import { runCommand } from "../../../src/cli/commands/run-command.ts";
import { Terminal } from "../../../src/cli/terminal.ts";
import type { Outcome, Settings } from "./run-cli.ts";

/** To its end. The embedded database may stay open a while, as nobody notices who does not look at its files. */
export async function command(args: string[], settings: Settings = {}, isWatched = false): Promise<Outcome> {
  const { outcome } = await run(args, settings, isWatched);
  return outcome;
}

/** The same, and the files of the embedded database are let go of. This takes as long as the command. */
export async function wholeCommand(args: string[], settings: Settings): Promise<Outcome> {
  const { outcome, terminal } = await run(args, settings);
  for (const end of terminal.atEnd) await end();
  return outcome;
}

async function run(
  args: string[],
  settings: Settings,
  isWatched = false,
): Promise<{ outcome: Outcome; terminal: Terminal }> {
  const [stdout, stderr] = [new Kept(), Object.assign(new Kept(), { isTTY: isWatched })];
  const terminal = new Terminal(settings, stdout, stderr);
  const code = await runCommand(COMMANDS, args, terminal);
  return { terminal, outcome: { code, signal: null, stdout: stdout.text(), stderr: stderr.text() } };
}

/** A key that may do everything. */
export async function adminKey(settings: Settings): Promise<string> {
  const { stdout, stderr } = await wholeCommand(
    ["key", "create", "--name", "CI", "--role", "admin", "--json"],
    settings,
  );
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout).key;
}

class Kept extends Writable {
  private readonly chunks: Buffer[] = [];

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.chunks.push(chunk);
    done();
  }

  text(): string {
    return Buffer.concat(this.chunks).toString();
  }
}
