// Runs a command of the command line in this process, on the source: a tenth of the processor time of a process of its own. What is
// about the process (signals, exit, streams, the files it leaves behind) is tested with `retest` of run-cli.ts.
import { Writable } from "node:stream";
import { runCommand } from "../../../src/cli/commands/run-command.ts";
import { Terminal } from "../../../src/cli/terminal.ts";
import type { Outcome, Settings } from "./run-cli.ts";

/** To its end. */
export async function command(args: string[], settings: Settings = {}): Promise<Outcome> {
  const [stdout, stderr] = [new Kept(), new Kept()];
  const code = await runCommand(args, new Terminal(settings, stdout, stderr));
  return { code, signal: null, stdout: stdout.text(), stderr: stderr.text() };
}

/** A key that may do everything. */
export async function adminKey(settings: Settings): Promise<string> {
  const { stdout, stderr } = await command(["key", "create", "--name", "CI", "--role", "admin", "--json"], settings);
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
