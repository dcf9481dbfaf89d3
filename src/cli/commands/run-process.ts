// A command as a whole process: runs it, lets go of what it holds, and ends with its exit code.
import { Terminal } from "../terminal.ts";
import type { Commands } from "./remote-commands.ts";
import { runCommand } from "./run-command.ts";

export async function runProcess(commands: Commands, { env, stdout, stderr, argv }: NodeJS.Process): Promise<never> {
  const terminal = new Terminal(env, stdout, stderr);
  const code = await runCommand(commands, argv.slice(2), terminal);
  for (const end of terminal.atEnd) await end();
  // A command that failed half-way may have left a thread or a connection behind: they don't keep it alive.
  process.exit(code);
}
