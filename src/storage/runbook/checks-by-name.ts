// Checks of a runbook by what many entries of one request name, each list asked for at once.
import { type App, isConfigCommitted } from "../apps/apps.ts";
import { query, type Reads, withList } from "../database/database.ts";
import { CHECK_COLUMNS, type Check, isLive, keep, keptOf, type LiveCheck } from "./checks.ts";

const takenRefs = withList((oneOf) =>
  query<{ ref: string }>(
    { ref: "c.ref" },
    `from "check" c where c.app_id = ? and c.archived_at is null and c.ref ${oneOf}`,
  ),
);
const byRefs = withList((oneOf) =>
  query<Check>(CHECK_COLUMNS, `from "check" c where c.app_id = ? and c.archived_at is null and c.ref ${oneOf}`),
);
const byTitles = withList((oneOf) =>
  query<Check>(CHECK_COLUMNS, `from "check" c where c.app_id = ? and c.archived_at is null and c.title ${oneOf}`),
);
/** Checks of any app: with a condition on the app, SQLite would go through all of its checks. */
const byIds = withList((oneOf) => query<Check>(CHECK_COLUMNS, `from "check" c where c.id ${oneOf}`));

/** The refs among these that a check of the app has. */
export async function listTakenRefs(db: Reads, app: App, refs: readonly string[]): Promise<string[]> {
  if (refs.length === 0) return [];
  return (await db.all(takenRefs[db.dialect], app.id, JSON.stringify(refs))).map(({ ref }) => ref);
}

/** The candidates for many names, under each name. No check's name contains half a character. */
export async function listCandidatesByName(
  db: Reads,
  app: App,
  names: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly LiveCheck[]>> {
  const kept = keptOf(app).byName;
  const found = new Map<string, LiveCheck[]>();
  const unknown = new Set<string>();
  for (const name of names) {
    const known = kept.get(name);
    if (known !== undefined) found.set(name, known);
    else if (name.isWellFormed()) unknown.add(name);
  }
  // While they are read others may add to what is kept, or empty it: so that is not asked again.
  for (const check of unknown.size === 0 ? [] : await listNamed(db, app, [...unknown])) {
    for (const name of new Set([check.id, check.ref, check.title])) {
      if (!unknown.has(name)) continue;
      const list = found.get(name);
      if (list) list.push(check);
      else found.set(name, [check]);
    }
  }
  if (isConfigCommitted(db, app)) {
    for (const name of unknown) {
      const candidates = found.get(name);
      if (candidates !== undefined) keep(kept, name, candidates, candidates);
    }
  }
  return found;
}

/** Every check of the runbook that one of the names may mean, once. */
async function listNamed(db: Reads, app: App, names: readonly string[]): Promise<LiveCheck[]> {
  const list = JSON.stringify(names);
  const found = await Promise.all([
    db.all(byRefs[db.dialect], app.id, list),
    db.all(byTitles[db.dialect], app.id, list),
    db.all(byIds[db.dialect], list),
  ]);
  const own = found.flat().filter((check): check is LiveCheck => isLive(check) && check.appId === app.id);
  return [...new Map(own.map((check) => [check.id, check])).values()];
}
