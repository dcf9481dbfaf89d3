// The program: every command there is.
import { COMMANDS } from "./cli/commands/all-commands.ts";
import { runProcess } from "./cli/commands/run-process.ts";

await runProcess(COMMANDS, process);
