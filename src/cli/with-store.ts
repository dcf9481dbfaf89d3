// What commands share that work on the database of the settings.
import { type Logger, pino } from "pino";
import type { Actor } from "../domain/access/actor.ts";
import { systemClock } from "../lib/clock.ts";
import { type Config, readConfig } from "../startup/config.ts";
import { explainedBucket } from "../startup/file-places.ts";
import { openStore, type Store } from "../startup/open-store.ts";
import { reachOf } from "../storage/access/keys.ts";
import { type App, listAppsAndArchived } from "../storage/apps/apps.ts";
import type { Reads } from "../storage/database/database.ts";
import { findWorkspacesCalled, listWorkspaces, type Workspace } from "../storage/workspace/workspaces.ts";
import { closeDatabaseFile } from "./close-database-file.ts";
import { type Flags, UsageError } from "./command.ts";
import type { Terminal } from "./terminal.ts";

/** Commands other than the server say little: warnings, to standard error. */
export function quietLogger({ stderr }: Terminal): Logger {
  return pino({ level: "warn" }, stderr);
}

/** Opens the database of the settings for the time of one command; a server may run beside it. */
export function withStore<T>(terminal: Terminal, work: Work<T>): Promise<T> {
  return during(terminal, work, false);
}

/** Opens the store for a command that changes nothing: it works with any secret key. */
export function withStoreRead<T>(terminal: Terminal, work: Work<T>): Promise<T> {
  return during(terminal, work, true);
}

type Work<T> = (store: Store, config: Config) => Promise<T>;

async function during<T>(terminal: Terminal, work: Work<T>, isOnlyRead: boolean): Promise<T> {
  const config = readConfig(terminal.env);
  const store = await openStore(config, quietLogger(terminal), systemClock, isOnlyRead);
  try {
    return await work(store, config);
  } catch (error) {
    // A bucket that is away would otherwise be told as a database that is away.
    throw explainedBucket(error, config);
  } finally {
    await store.close();
    terminal.atEnd.push(() => closeDatabaseFile(config));
  }
}

/** Opens the store for a command on one workspace: the one it names, or the only one. */
export function withWorkspace<T>(terminal: Terminal, flags: Flags, work: Work<T>): Promise<T> {
  return during(terminal, inWorkspace(flags, work), false);
}

/** Opens the store for a command that only reads one workspace. */
export function withWorkspaceRead<T>(terminal: Terminal, flags: Flags, work: Work<T>): Promise<T> {
  return during(terminal, inWorkspace(flags, work), true);
}

function inWorkspace<T>({ values: { workspace: named } }: Flags, work: Work<T>): Work<T> {
  return async (store, config) =>
    work({ ...store, workspace: await chooseWorkspace(store, named as string | undefined) }, config);
}

/** Workspaces that are listed for somebody who has to choose. */
const NAMED = 10;

/** Throws a `UsageError`. */
async function chooseWorkspace({ reader, workspace }: Store, named: string | undefined): Promise<Workspace> {
  const found =
    named === undefined
      ? await listWorkspaces(reader, NAMED + 1)
      : await findWorkspacesCalled(reader, named.trim(), NAMED + 1);
  if (found.length === 1) return found[0]!;
  if (found.length === 0 && named === undefined) return workspace;
  if (found.length === 0) {
    throw new UsageError(`There is no workspace ${JSON.stringify(named)}. See: retest workspace list`);
  }
  const some = found.slice(0, NAMED).map(({ id, name }) => `${JSON.stringify(name)} (${id})`);
  const list = found.length > NAMED ? `${some.join(", ")} and more (retest workspace list)` : some.join(", ");
  throw new UsageError(
    named === undefined
      ? `There are several workspaces: say with --workspace which one is meant, by its name or id. They are: ${list}.`
      : `Several workspaces are called ${JSON.stringify(named)}: say with --workspace which one is meant, by its id. They are: ${list}.`,
  );
}

/** Whoever runs a command may do everything. */
export function commandLineActor({ id }: Pick<Workspace, "id">): Actor {
  return { name: "Command line", channel: "system", role: "admin", reach: { workspaceId: id, apps: null } };
}

/** Lists keys or people: as JSON, or in a line each. */
export async function printHolders<One extends Holder & { name: string; role: string }>(
  terminal: Terminal,
  { reader, workspace }: Store,
  holders: readonly One[],
  as: { json: boolean; present(one: One): unknown; label(one: One): string; more?(one: One): string[]; none: string },
): Promise<void> {
  if (as.json) {
    terminal.print(JSON.stringify(holders.map(as.present)));
    return;
  }
  if (holders.length === 0) terminal.print(as.none);
  const nameReach = await reachNamer(reader, workspace.id);
  for (const one of holders) {
    const about = [nameReach(one), ...(as.more?.(one) ?? [])].join("; ");
    terminal.print(`${as.label(one)}  ${one.role.padEnd(6)}  ${one.name}  (${about})`);
  }
}

/** Names the apps that a key or a person reaches. */
async function reachNamer(reader: Reads, workspaceId: string): Promise<(holder: Holder) => string> {
  const apps = new Map((await listAppsAndArchived(reader, workspaceId)).map((app) => [app.id, nameOf(app)]));
  return (holder) => {
    const names = reachOf(holder).apps?.map((id) => apps.get(id) ?? id);
    return names?.join(", ") ?? "every app";
  };
}

function nameOf({ name, archivedAt }: App): string {
  return archivedAt === null ? name : `${name}, archived`;
}

type Holder = Parameters<typeof reachOf>[0];
