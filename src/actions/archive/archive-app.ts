// Archives apps and restores them. Nothing of an archived app is changed or deleted: it is only out of everybody's reach.
import { type Actor, actorLabel } from "../../domain/access/actor.ts";
import { notFound } from "../../domain/fault.ts";
import type { App } from "../../storage/apps/apps.ts";
import { isBeingErased } from "../../storage/privacy/erasures.ts";
import { append, closeAppWrite, openAnyAppWrite } from "../app-write.ts";
import { record } from "../audit.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

export interface ArchiveApp {
  actor: Actor;
  app: string;
}

/** One that is archived stays as it is. Throws `not_found`. */
export const archiveApp = defineAction({
  name: "archiveApp",
  queue: "app",
  run(unit: UnitOfWork, input: ArchiveApp): Promise<App> {
    return setArchived(unit, input, true);
  },
});

/** One that is not archived stays as it is. Gives the app's id. Throws `not_found`. */
export const restoreApp = defineAction({
  name: "restoreApp",
  queue: "app",
  async run(unit: UnitOfWork, input: ArchiveApp): Promise<string> {
    return (await setArchived(unit, input, false)).id;
  },
});

async function setArchived(unit: UnitOfWork, { actor, app: name }: ArchiveApp, isArchived: boolean): Promise<App> {
  const write = await openAnyAppWrite(unit, actor.reach, name);
  const { app } = write;
  if ((app.archivedAt !== null) === isArchived) return app;
  if (!isArchived && (await isBeingErased(unit.tx, app.id))) throw notFound("app");
  app.archivedAt = isArchived ? app.updatedAt : null;
  const what = isArchived ? "archived" : "restored";
  append(write, { kind: `app_${what}`, by: actorLabel(actor), issueId: null, changes: {} });
  closeAppWrite(write);
  record(unit, app.workspaceId, `app.${what}`, { target: { kind: "app", id: app.id, name: app.name }, appId: app.id });
  return app;
}
