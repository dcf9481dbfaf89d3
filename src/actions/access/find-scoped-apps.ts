// The apps that a grant is scoped to, as they are named by whoever gives it.
import { notFound } from "../../domain/fault.ts";
import { findApp } from "../../storage/apps/apps.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

/**
 * The ids of apps named by id or name, as they are kept; null stays null. An id of `before`, which is the list as it was, may
 * be of an archived app. Throws `not_found`.
 */
export async function findApps(
  unit: UnitOfWork,
  workspaceId: string,
  names: string[] | null,
  before: string | null = null,
): Promise<string | null> {
  if (names === null) return null;
  const known = new Set(before === null ? [] : (JSON.parse(before) as string[]));
  const ids = new Set<string>();
  for (const name of names) {
    if (known.has(name)) {
      ids.add(name);
      continue;
    }
    const app = await findApp(unit.tx, { workspaceId, apps: null }, name);
    if (app === undefined) throw notFound(`app as ${JSON.stringify(name.slice(0, 100))}`);
    ids.add(app.id);
  }
  return JSON.stringify([...ids]);
}
