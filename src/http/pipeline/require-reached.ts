// Whether the thing that a request is about is in reach of whoever asks: what is not reads as absent.
import { notFound } from "../../domain/fault.ts";
import { findAnyApp, findApp } from "../../storage/apps/apps.ts";
import { getArchivedSection } from "../../storage/archive/archived-entries.ts";
import { reachCycle } from "../../storage/cycles/cycles.ts";
import type { Reads } from "../../storage/database/database.ts";
import { issueIdOf } from "../../storage/issues/issue-codes.ts";
import { getAppIdOfIssue } from "../../storage/issues/issues.ts";
import { getResult } from "../../storage/results/results.ts";
import { findCheck, getLiveCheck } from "../../storage/runbook/checks.ts";
import { findSectionById, getSection } from "../../storage/runbook/sections.ts";
import type { RequestActor } from "./request-actor.ts";
import type { Subject } from "./route.ts";
import type { Services } from "./services.ts";

/** Throws `not_found`. */
export async function requireReached(
  { reader }: Services,
  subject: Subject,
  actor: RequestActor,
  name: string,
): Promise<void> {
  if (subject === "issue") await getAppIdOfIssue(reader, actor.reach, await issueIdOf(reader, actor.reach, name));
  else if (subject === "section") await getSection(reader, actor.reach, name);
  else if (subject === "check") await getLiveCheck(reader, actor.reach, name);
  else if (subject === "any section") await requireAnySection(reader, actor, name);
  else if (subject === "any check") await requireAnyCheck(reader, actor, name);
  else if (subject === "cycle") await reachCycle(reader, actor.reach, name);
  else if (subject === "result") await getResult(reader, actor.reach, name);
  else await requireApp(reader, actor, name, subject === "any app");
}

async function requireApp(reader: Reads, actor: RequestActor, name: string, orArchived: boolean): Promise<void> {
  const find = orArchived ? findAnyApp : findApp;
  if ((await find(reader, actor.reach, name)) === undefined) throw notFound("app");
}

async function requireAnySection(reader: Reads, actor: RequestActor, id: string): Promise<void> {
  if ((await findSectionById(reader, actor.reach, id)) === undefined) await getArchivedSection(reader, actor.reach, id);
}

async function requireAnyCheck(reader: Reads, actor: RequestActor, id: string): Promise<void> {
  if ((await findCheck(reader, actor.reach, id)) === undefined) throw notFound("check");
}
