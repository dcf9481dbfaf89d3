// One file for a CI job or a laptop: the commands that only talk to a server, which gives it out as /cli.mjs.
import { CLI_FILE_COMMANDS } from "./cli/commands/remote-commands.ts";
import { runProcess } from "./cli/commands/run-process.ts";

await runProcess(CLI_FILE_COMMANDS, process);
