// Apps of every workspace, for whoever looks after the whole database and has no reach.
import { query, type Reads } from "../database/database.ts";
import { APP_COLUMNS, type App } from "./apps.ts";

const ofAll = query<App>(APP_COLUMNS, "from app order by id");
const idsBehind = query<{ id: string }>({ id: "id" }, "from app where id > ? order by id limit ?");

/** The apps of every workspace, archived ones too: for the doctor, who has no reach. */
export async function listEveryApp(db: Reads): Promise<App[]> {
  return db.all(ofAll);
}

/** Ids of some apps of every workspace, archived ones too, behind one: for the retention job. */
export async function listAppIds(db: Reads, behind: string, limit: number): Promise<string[]> {
  return (await db.all(idsBehind, behind, limit)).map(({ id }) => id);
}
