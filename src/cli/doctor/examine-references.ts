// Part of the doctor: whether everything that rows refer to is there.
import type { App } from "../../storage/apps/apps.ts";
import { countLooseEvents, countLooseTalk, listLostApps } from "../../storage/apps/dangling-references.ts";
import type { Reads } from "../../storage/database/database.ts";
import { listLooseComments } from "../../storage/issues/comments.ts";

/** Rows of apps that are not there, each table's in a sentence. */
export async function examineLostApps(db: Reads): Promise<{ app: string; problem: string }[]> {
  const problem = (table: string) => `${table}: there are rows of this app, but the app doesn't exist`;
  return (await listLostApps(db)).map(({ appId, table }) => ({ app: appId, problem: problem(table) }));
}

/** Checks that mentions, watchers and inbox entries name things that exist. */
export async function examineTalk(db: Reads): Promise<string[]> {
  return (await countLooseTalk(db)).map(
    ({ table, n }) => `${table}: rows that name something that doesn't exist: ${n}`,
  );
}

export async function examineReferences(db: Reads, app: App): Promise<string[]> {
  const loose = await countLooseEvents(db, app);
  const comments = await listLooseComments(db, app.id);
  return [
    ...(loose === 0 ? [] : [`events about issues that don't exist: ${loose}`]),
    ...comments.map((id) => `comment ${id}: its issue doesn't exist in this app`),
  ];
}
