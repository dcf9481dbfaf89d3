// The apps that a grant is scoped to, as they are named by whoever gives it.
import { notFound } from "../domain/fault.ts";
import { findApp } from "../storage/apps.ts";
import type { Unit } from "./unit.ts";

/** The ids of apps named by id or name, as they are kept; null stays null. Throws `not_found`. */
export async function findApps(unit: Unit, workspaceId: string, names: string[] | null): Promise<string | null> {
  if (names === null) return null;
  const ids = new Set<string>();
  for (const name of names) {
    const app = await findApp(unit.tx, { workspaceId, apps: null }, name);
    if (app === undefined) throw notFound(`app as ${JSON.stringify(name.slice(0, 100))}`);
    ids.add(app.id);
  }
  return JSON.stringify([...ids]);
}
