// Apps by what they are called: by the name itself, and by its form, which is kept beside it, so that a name that can't be told from another's is found.
import { type Reach, reaches } from "../../domain/access/grant.ts";
import { formOf } from "../../lib/text/visible-text.ts";
import { command, type Query, query, type Reads, type Tx } from "../database/database.ts";
import { APP_COLUMNS, type App, flushApps } from "./apps.ts";

type Named = Pick<App, "id" | "name">;

/** A server of an older version gives no form to an app that it makes or renames. */
const WITHOUT_FORM = "(name_of_form is null or name_of_form <> name)";
const withForm = query<App>(
  APP_COLUMNS,
  "from app where workspace_id = ? and name_form = ? and name_of_form = name order by created_at, id",
);
const withoutForm = query<App>(
  APP_COLUMNS,
  `from app where workspace_id = ? and ${WITHOUT_FORM} order by created_at, id`,
);

const setForm = command("update app set name_form = ?, name_of_form = ? where id = ?");
const called = query<App>(APP_COLUMNS, "from app where workspace_id = ? and name = ? and archived_at is null");

/** Finds an app by its exact name within the reach; ids don't count. */
export async function findAppCalled(db: Reads, reach: Reach, name: string): Promise<App | undefined> {
  flushApps(db);
  const app = await db.get(called, reach.workspaceId, name);
  return app !== undefined && reaches(reach, app) ? app : undefined;
}

/** Every app of a workspace, archived ones too, that is called so or can't be told from it; `owner`, whose name it is to be, left out. */
export async function listAppsNamedLike(
  db: Reads,
  workspaceId: string,
  name: string,
  owner: string | null,
): Promise<App[]> {
  flushApps(db);
  const form = formOf(name);
  const known = await db.all(withForm, workspaceId, form);
  const others = (await db.all(withoutForm, workspaceId)).filter((app) => formOf(app.name) === form);
  return [...known, ...others].filter(({ id }) => id !== owner);
}

/** Some apps whose names have no search form yet, in any workspace. */
export function appsWithoutForm(lock: string): Query<Named> {
  return query<Named>(
    { id: "id", name: "name" },
    `from app where ${WITHOUT_FORM} order by workspace_id, id limit ? ${lock}`,
  );
}

export function giveNameForms(tx: Tx, apps: readonly Named[]): number {
  for (const { id, name } of apps) tx.run(setForm, formOf(name), name, id);
  return apps.length;
}
