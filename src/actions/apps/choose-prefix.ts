// Which prefix an app's issue codes get. One that another app has or had before is taken: its codes lead there.

import type { Reach } from "../../domain/access/grant.ts";
import { Fault } from "../../domain/fault.ts";
import { prefixesFor } from "../../domain/issues/issue-code.ts";
import { findAppWithPrefix, listTakenPrefixes } from "../../storage/apps/app-prefixes.ts";
import type { Tx } from "../../storage/database/database.ts";
import { nameTaken } from "./name-taken.ts";

/** The app that a prefix is for. */
interface PrefixedApp {
  /** Null while it is not made yet. */
  id: string | null;
  name: string;
  /** The one asked for, if any. */
  prefix: string | null;
}

/**
 * The prefix asked for, else one derived from the name; `reach` is that of whoever asks. The caller holds the workspace. Throws
 * `name_taken`.
 */
export async function choosePrefix(tx: Tx, reach: Reach, app: PrefixedApp): Promise<string> {
  const { workspaceId } = reach;
  const { id: owner, prefix: wanted } = app;
  if (wanted === null) return derivePrefix(tx, workspaceId, owner, app.name);
  const user = await findAppWithPrefix(tx, workspaceId, wanted);
  if (user !== undefined && user.id !== owner) {
    throw nameTaken(reach, user, "prefix", `another app of this workspace uses ${wanted}.`);
  }
  if ((await listTakenPrefixes(tx, workspaceId, [wanted], owner)).size > 0) {
    throw new Fault(
      "name_taken",
      `prefix: another app of this workspace used ${wanted} before, and its issues can still be found by those codes; choose another.`,
    );
  }
  return wanted;
}

/** How many are looked up at once: at first the few that read like the name, then ever more. */
const FIRST_LOOK = 10;
const LONGEST_LOOK = 100;

async function derivePrefix(tx: Tx, workspaceId: string, owner: string | null, name: string): Promise<string> {
  const prefixes = prefixesFor(name);
  for (let many = FIRST_LOOK; ; many = Math.min(many * 10, LONGEST_LOOK)) {
    const some: string[] = [];
    for (let next = prefixes.next(); next.done !== true; next = prefixes.next()) {
      some.push(next.value);
      if (some.length === many) break;
    }
    if (some.length === 0) throw new Error("every prefix of five capitals is taken");
    const taken = await listTakenPrefixes(tx, workspaceId, some, owner);
    const free = some.find((prefix) => !taken.has(prefix));
    if (free !== undefined) return free;
  }
}
