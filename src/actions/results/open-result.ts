// Opens a write about one result, and says whose it is.
import { type Actor, actorLabel } from "../../domain/access/actor.ts";
import { findRecorder } from "../../storage/apps/events.ts";
import { getResult, type Result } from "../../storage/results/results.ts";
import { type AppWrite, openAppWrite } from "../app-write.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

export interface ResultWrite {
  write: AppWrite;
  /** The result, read after it was locked. */
  result: Result;
}

/** Throws `not_found`. */
export async function openResult(unit: UnitOfWork, { reach }: Actor, id: string): Promise<ResultWrite> {
  const { appId } = await getResult(unit.tx, reach, id);
  const write = await openAppWrite(unit, reach, appId);
  return { write, result: await getResult(unit.tx, reach, id) };
}

export async function isOwnResult({ write, result }: ResultWrite, actor: Actor): Promise<boolean> {
  const recorder = await findRecorder(write.tx, write.app, result.revision);
  return recorder === null ? result.recordedBy === actorLabel(actor) : recorder === actor.personId;
}
