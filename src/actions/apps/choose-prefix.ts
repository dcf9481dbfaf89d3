// Which prefix an app's issue codes get. One that another app has or had before is taken: its codes lead there.

import type { Reach } from "../../domain/access/grant.ts";
import { Fault } from "../../domain/fault.ts";
import { derivePrefix } from "../../domain/issues/issue-code.ts";
import { listAppsAndArchived } from "../../storage/apps/apps.ts";
import { listFormerPrefixes } from "../../storage/apps/former-prefixes.ts";
import type { Tx } from "../../storage/database/database.ts";
import { nameTaken } from "../name-taken.ts";

/**
 * The prefix asked for, else one derived from the name. `owner` is the id of the app that it is for, null while that is not
 * made yet; `reach` is that of whoever asks. The caller holds the workspace. Throws `name_taken`.
 */
export async function choosePrefix(
  tx: Tx,
  reach: Reach,
  owner: string | null,
  wanted: string | null,
  name: string,
): Promise<string> {
  const { workspaceId } = reach;
  const isOther = (id: string) => id !== owner;
  const apps = (await listAppsAndArchived(tx, workspaceId)).filter(({ id }) => isOther(id));
  const inUse = new Map(apps.map((app) => [app.prefix, app]));
  const former = await listFormerPrefixes(tx, workspaceId);
  const before = new Set(former.filter(({ appId }) => isOther(appId)).map(({ prefix }) => prefix));
  if (wanted === null) return derivePrefix(name, (prefix) => inUse.has(prefix) || before.has(prefix));
  const user = inUse.get(wanted);
  if (user !== undefined) throw nameTaken(reach, user, "prefix", `another app of this workspace uses ${wanted}.`);
  if (before.has(wanted)) {
    throw new Fault(
      "name_taken",
      `prefix: another app of this workspace used ${wanted} before, and its issues can still be found by those codes; choose another.`,
    );
  }
  return wanted;
}
