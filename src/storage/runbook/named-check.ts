// The check that somebody names; and if there is none, the one that they may have meant.
import { type Fault, notFound } from "../../domain/fault.ts";
import { pickCheck } from "../../domain/runbook/find-by-name.ts";
import { nearestWord, suggestion } from "../../lib/text/did-you-mean.ts";
import { quote } from "../../lib/text/text.ts";
import type { App } from "../apps/apps.ts";
import type { Reads } from "../database/database.ts";
import { listNear, nearIn } from "../database/similar-names.ts";
import { findCheckByRef, type LiveCheck, listCandidates } from "./checks.ts";
import { listSections } from "./sections.ts";

const LIVE = '"check" c where c.app_id = ? and c.archived_at is null';
const refs = nearIn<{ word: string }>({ word: "c.ref" }, LIVE, "c.ref");
const titles = nearIn<{ word: string }>({ word: "c.title" }, LIVE, "c.title");

/** Finds a check by id, ref or title, in a section if one is given. Throws `not_found`, `ambiguous_check`. */
export async function getNamedCheck(
  db: Reads,
  app: App,
  name: string,
  sectionId: string | null,
  candidates?: readonly LiveCheck[],
): Promise<LiveCheck> {
  const check = pickCheck(candidates ?? (await listCandidates(db, app, name)), name, sectionId);
  if (check === undefined) throw await unknownCheck(db, app, name, sectionId !== null);
  return check;
}

/** The fault for a name that no check of the app has, with similar names. */
export async function unknownCheck(db: Reads, app: App, name: string, isInSection = false): Promise<Fault> {
  const what = `check as ${quote(name)}${isInSection ? " in this section" : ""}`;
  return notFound(what, suggestion(name, await listCheckNamesNear(db, app, name)));
}

async function listCheckNamesNear(db: Reads, app: App, name: string): Promise<string[]> {
  const near = [...(await listNear(db, refs, [app.id], name)), ...(await listNear(db, titles, [app.id], name))];
  const ref = await findRefLike(db, app, name);
  return [...(ref === undefined ? [] : [ref]), ...near.map(({ word }) => word)];
}

/** Finds a similar ref: most begin with their section's, so one mistyped there may be anywhere in the order. */
async function findRefLike(db: Reads, app: App, name: string): Promise<string | undefined> {
  const [, head, tail] = /^(.{1,60})(-\d{1,9})$/.exec(name) ?? [];
  if (head === undefined) return undefined;
  const section = nearestWord(
    head,
    (await listSections(db, app)).map(({ ref }) => ref),
  );
  return section === undefined ? undefined : (await findCheckByRef(db, app, section + tail))?.ref;
}
