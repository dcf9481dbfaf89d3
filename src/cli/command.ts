// The frame of every command: its flags, its help, and failing with one sentence. It opens no database: the commands that
// only talk to a server need none.
import { parseArgs } from "node:util";
import { ROLES, type Role } from "../domain/access/grant.ts";
import { nearestWord, suggestion } from "../lib/text/did-you-mean.ts";
import type { Terminal } from "./terminal.ts";

/** A mistake in the use of the command line: shown as a sentence, without a stack. */
export class UsageError extends Error {}

export interface Flags {
  values: Record<string, string | boolean | (string | boolean)[] | undefined>;
  positionals: string[];
}

type FlagSpec = Record<string, { type: "string" | "boolean"; multiple?: boolean; short?: string }>;

/** The flag of every command that acts on one workspace. */
export const ON_WORKSPACE = { workspace: { type: "string" } } as const satisfies FlagSpec;

const WORKSPACE_HELP = "--workspace  name or id of the workspace that is meant; needed only where there are several";

export interface CliCommand {
  /** The words that are typed after `retest`. */
  name: string;
  usage: string;
  summary: string;
  details?: string;
  flags?: FlagSpec;
  /** Runs the command. Gives the exit code. */
  run(flags: Flags, terminal: Terminal): Promise<number>;
}

export function parseFlags(command: CliCommand, args: string[]): Flags {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { help: { type: "boolean", short: "h" }, ...command.flags },
    });
    return { values: values as Flags["values"], positionals };
  } catch (error) {
    const { message } = error as Error;
    const [, flag] = /^Unknown option '--([\w-]+)'/.exec(message) ?? [];
    const meant = flag === undefined ? undefined : nearestWord(flag, Object.keys(command.flags ?? {}));
    const hint = meant === undefined ? "" : ` Did you mean --${meant}?`;
    throw new UsageError(`${message.split(". ")[0]}.${hint} See: retest ${command.name} --help`);
  }
}

export function helpOf(command: CliCommand): string {
  const isOnWorkspace = command.flags !== undefined && "workspace" in command.flags;
  const usage = isOnWorkspace ? `${command.usage} [--workspace NAME]` : command.usage;
  const details = [command.details, isOnWorkspace ? WORKSPACE_HELP : undefined].filter((text) => text !== undefined);
  return `retest ${usage}\n\n${command.summary}\n${details.map((text) => `\n${text}\n`).join("")}`;
}

export function requireFlag(flags: Flags, name: string, command: string): string {
  const value = flags.values[name];
  if (typeof value !== "string" || value.trim() === "") {
    throw new UsageError(`--${name} is required. See: retest ${command} --help`);
  }
  return value;
}

export function requireNoMore(flags: Flags, allowed: number, command: string): void {
  const extra = flags.positionals[allowed];
  if (extra !== undefined) throw new UsageError(`Unexpected ${JSON.stringify(extra)}. See: retest ${command} --help`);
}

export function requireRoleName(text: string): Role {
  const role = ROLES.find((known) => known === text);
  if (role === undefined)
    throw new UsageError(
      `--role must be one of ${ROLES.join(", ")}, not ${JSON.stringify(text)}.${suggestion(text, ROLES)}`,
    );
  return role;
}

/** Throws a `UsageError`. */
export function requireNames(flags: Flags, wanted: readonly string[], command: string): string[] {
  requireNoMore(flags, wanted.length, command);
  for (const [i, what] of wanted.entries()) {
    if ((flags.positionals[i] ?? "") === "") {
      throw new UsageError(`Name the ${what}, by its id or name. See: retest ${command} --help`);
    }
  }
  return flags.positionals;
}
