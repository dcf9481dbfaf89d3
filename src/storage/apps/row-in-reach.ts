// Whether a row belongs to an app in reach.
import type { Reach } from "../../domain/access/grant.ts";
import type { Reads } from "../database/database.ts";
import { type App, findApp } from "./apps.ts";

/** An id that no app has. */
const NO_APP = "app_";

/**
 * The app of a row, within the reach. One in reach that is named like its id is another one. Where there is no row the same is asked as for
 * one out of reach: how long it takes tells nobody which of the two it is.
 */
export async function findAppOfRow(
  db: Reads,
  reach: Reach,
  row: { appId: string } | undefined,
): Promise<App | undefined> {
  const appId = row?.appId ?? NO_APP;
  const app = await findApp(db, reach, appId);
  return app?.id === appId ? app : undefined;
}

/** Gives the row if its app is in reach. */
export async function rowInReach<Row extends { appId: string }>(
  db: Reads,
  reach: Reach,
  row: Row | undefined,
): Promise<Row | undefined> {
  return (await findAppOfRow(db, reach, row)) === undefined ? undefined : row;
}
