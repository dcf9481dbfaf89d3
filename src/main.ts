// The command line of this process.
import { runCommand } from "./cli/commands/run-command.ts";
import { Terminal } from "./cli/terminal.ts";

const terminal = new Terminal(process.env, process.stdout, process.stderr);
const code = await runCommand(process.argv.slice(2), terminal);
for (const end of terminal.atEnd) await end();
// A command that failed half-way may have left a thread or a connection behind: they don't keep it alive.
process.exit(code);
