// What somebody may have meant who named a check that is not there.
import type { App } from "../apps/apps.ts";
import { query, type Reads } from "../database/database.ts";

const NEIGHBOURS = 50;

const refsUpFrom = query<{ ref: string }>(
  { ref: "c.ref" },
  'from "check" c where c.app_id = ? and c.archived_at is null and c.ref >= ? order by c.ref limit ?',
);
const refsDownFrom = query<{ ref: string }>(
  { ref: "c.ref" },
  'from "check" c where c.app_id = ? and c.archived_at is null and c.ref < ? order by c.ref desc limit ?',
);

/** Refs that stand next to a name when sorted, to say what may have been meant: few, however many checks the app has. */
export async function listRefsNear(db: Reads, app: App, name: string): Promise<string[]> {
  const found = [];
  for (const spelling of new Set([name, name.toUpperCase()])) {
    found.push(...(await db.all(refsUpFrom, app.id, spelling, NEIGHBOURS)));
    found.push(...(await db.all(refsDownFrom, app.id, spelling, NEIGHBOURS)));
  }
  return found.map(({ ref }) => ref);
}
