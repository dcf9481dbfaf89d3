// The frame of every command: its flags, its help, and failing with one sentence.
import { parseArgs } from "node:util";
import { type Logger, pino } from "pino";
import { type Config, readConfig } from "../config.ts";
import { ROLES, type Role } from "../domain/grant.ts";
import { openStore, type Store } from "../open-store.ts";
import { listApps } from "../storage/apps.ts";
import type { Reads } from "../storage/database.ts";
import { reachOf } from "../storage/keys.ts";

/** Something the user of the command line did: shown as a sentence, without a stack. */
export class UsageError extends Error {}

export interface Flags {
  values: Record<string, string | boolean | (string | boolean)[] | undefined>;
  positionals: string[];
}

type FlagSpec = Record<string, { type: "string" | "boolean"; multiple?: boolean; short?: string }>;

export interface Command {
  /** What is typed after `retest`. */
  name: string;
  usage: string;
  summary: string;
  details?: string;
  flags?: FlagSpec;
  run(flags: Flags): Promise<number>;
}

export function parseFlags(command: Command, args: string[]): Flags {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { help: { type: "boolean", short: "h" }, ...command.flags },
    });
    return { values: values as Flags["values"], positionals };
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split(". ")[0]}. See: retest ${command.name} --help`);
  }
}

export function helpOf(command: Command): string {
  return `retest ${command.usage}\n\n${command.summary}\n${command.details ? `\n${command.details}\n` : ""}`;
}

/** Commands other than the server say little: warnings, to standard error. */
export function quietLogger(): Logger {
  return pino({ level: "warn" }, pino.destination({ dest: 2, sync: true }));
}

/** Opens the database of the settings for the time of one command; a server may run beside it. */
export async function withStore<T>(work: (store: Store, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const store = await openStore(config, quietLogger());
  try {
    return await work(store, config);
  } finally {
    await store.close();
  }
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** How far it is, and what is not as it should be: beside what is printed. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

export function requireFlag(flags: Flags, name: string, command: string): string {
  const value = flags.values[name];
  if (typeof value !== "string" || value.trim() === "") {
    throw new UsageError(`--${name} is needed. See: retest ${command} --help`);
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
    throw new UsageError(`--role must be one of ${ROLES.join(", ")}, not ${JSON.stringify(text)}.`);
  return role;
}

/** Lists keys or people: as JSON, or in a line each. */
export async function printHolders<One extends Holder & { name: string; role: string }>(
  { reader, workspace }: Store,
  holders: readonly One[],
  as: { json: boolean; present(one: One): unknown; label(one: One): string; none: string },
): Promise<void> {
  if (as.json) {
    print(JSON.stringify(holders.map(as.present)));
    return;
  }
  if (holders.length === 0) print(as.none);
  const nameReach = await reachNamer(reader, workspace.id);
  for (const one of holders) print(`${as.label(one)}  ${one.role.padEnd(6)}  ${one.name}  (${nameReach(one)})`);
}

/** Names what a key or a person reaches. */
async function reachNamer(reader: Reads, workspaceId: string): Promise<(holder: Holder) => string> {
  const apps = new Map((await listApps(reader, { workspaceId, apps: null })).map((app) => [app.id, app.name]));
  return (holder) => {
    const names = reachOf(holder).apps?.map((id) => apps.get(id) ?? id);
    return names?.join(", ") ?? "every app";
  };
}

type Holder = Parameters<typeof reachOf>[0];
