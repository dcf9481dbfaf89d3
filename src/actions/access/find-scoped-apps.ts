// The apps that a grant is scoped to, as they are named by whoever gives it.
import type { Reach } from "../../domain/access/grant.ts";
import { quote } from "../../lib/text/text.ts";
import { findApp, unknownApp } from "../../storage/apps/apps.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

/**
 * The ids of apps named by id or name, as they are kept; null stays null. An id of `before`, which is the list as it was, may
 * be of an archived app. Throws `not_found`, also for what whoever gives it does not reach.
 */
export async function findApps(
  unit: UnitOfWork,
  giver: Reach,
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
    const app = await findApp(unit.tx, giver, name);
    if (app === undefined) throw await unknownApp(unit.tx, giver, name, `app as ${quote(name)}`);
    ids.add(app.id);
  }
  return JSON.stringify([...ids]);
}
