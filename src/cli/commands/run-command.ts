// One command: finds the command, runs it, and turns every failure into one sentence and an exit code.

import { Fault } from "../../domain/fault.ts";
import { suggestion } from "../../lib/text/did-you-mean.ts";
import { VERSION } from "../../lib/version.ts";
import { ConfigError } from "../../startup/config-error.ts";
import { helpOf, parseFlags, UsageError } from "../command.ts";
import type { Terminal } from "../terminal.ts";
import type { Commands } from "./remote-commands.ts";

/** Runs a command. Gives its exit code. */
export async function runCommand(commands: Commands, args: string[], terminal: Terminal): Promise<number> {
  try {
    if (args[0] === "--version") {
      terminal.print(VERSION);
      return 0;
    }
    const name = Object.keys(commands).find((known) => known.split(" ").every((word, i) => args[i] === word));
    if (name === undefined) return await overview(commands, args, terminal);
    const command = await commands[name]!();
    const flags = parseFlags(command, args.slice(name.split(" ").length));
    if (flags.values.help) {
      await terminal.write(helpOf(command));
      return 0;
    }
    return await command.run(flags, terminal);
  } catch (error) {
    terminal.say(`retest: ${sentence(error)}`);
    return error instanceof UsageError || error instanceof ConfigError ? 2 : 1;
  }
}

async function overview(all: Commands, args: string[], terminal: Terminal): Promise<number> {
  const commands = await Promise.all(Object.values(all).map((load) => load()));
  const group = commands.filter(({ name }) => name.startsWith(`${args[0]} `));
  const asked = args.length === 0 || args.includes("--help") || args.includes("-h") || args[0] === "help";
  const shown = group.length > 0 ? group : commands;
  const width = Math.max(...shown.map(({ usage }) => Math.min(usage.length, 40)));
  const lines = shown.map(({ usage, summary }) => `  retest ${usage.padEnd(width)}\n      ${summary}`);
  const text = `Retest: a fix is not a pass until somebody has tested again.\n\n${lines.join("\n")}\n\nSee retest COMMAND --help for more.\n`;
  if (asked) {
    await terminal.write(text);
    return 0;
  }
  const hint = suggestion(
    args.slice(0, 2).join(" "),
    commands.flatMap(({ name }) => name),
  );
  terminal.say(`retest: there is no command ${JSON.stringify(args.join(" "))}.${hint}\n\n${text.trimEnd()}`);
  return 2;
}

function sentence(error: unknown): string {
  if (error instanceof UsageError || error instanceof ConfigError || error instanceof Fault) return error.message;
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  if (["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ETIMEDOUT", "EHOSTUNREACH", "ECONNRESET"].includes(String(code))) {
    return `DATABASE_URL: the database can't be reached (${code}).`;
  }
  if (/CERT|SIGNATURE/.test(String(code)) || /SSL connection/.test(error.message))
    return `DATABASE_URL: there is no encrypted connection to the database (${error.message}).`;
  if (/timeout|terminated/i.test(error.message))
    return `DATABASE_URL: the database does not answer (${error.message}).`;
  if (code === "28P01" || code === "3D000" || code === "28000")
    return `DATABASE_URL: PostgreSQL says: ${error.message}.`;
  return error.message || String(error);
}
