// Checks of a runbook by what many entries of one request name, each list asked for at once.
import type { App } from "../apps/apps.ts";
import { query, type Reads, withList } from "../database/database.ts";
import { CHECK_COLUMNS, type Check, isLive, type LiveCheck } from "./checks.ts";

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
/** Of any app: with an app to look for, too, SQLite would go through all of its checks. */
const byIds = withList((oneOf) => query<Check>(CHECK_COLUMNS, `from "check" c where c.id ${oneOf}`));

/** Which of these refs a check of the app has. */
export async function listTakenRefs(db: Reads, app: App, refs: readonly string[]): Promise<string[]> {
  if (refs.length === 0) return [];
  return (await db.all(takenRefs[db.dialect], app.id, JSON.stringify(refs))).map(({ ref }) => ref);
}

/** Every check of the runbook that one of the names may mean, once. No check's name has half a character in it. */
export async function listNamed(db: Reads, app: App, names: readonly string[]): Promise<LiveCheck[]> {
  const list = JSON.stringify(names.filter((name) => name.isWellFormed()));
  const found = await Promise.all([
    db.all(byRefs[db.dialect], app.id, list),
    db.all(byTitles[db.dialect], app.id, list),
    db.all(byIds[db.dialect], list),
  ]);
  const own = found.flat().filter((check): check is LiveCheck => isLive(check) && check.appId === app.id);
  return [...new Map(own.map((check) => [check.id, check])).values()];
}
