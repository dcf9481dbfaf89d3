// Which prefix an app's issue codes get. One that another app has or had before is taken: its codes lead there.
import { derivePrefix } from "../domain/code.ts";
import { Fault } from "../domain/fault.ts";
import { type App, listApps } from "../storage/apps.ts";
import type { Tx } from "../storage/database.ts";
import { listFormerPrefixes } from "../storage/former-prefixes.ts";

/**
 * The prefix asked for, else one derived from the name. `owner` is the app that it is for; its id is null while it is not
 * made yet. The caller holds the workspace. Throws `name_taken`.
 */
export async function choosePrefix(
  tx: Tx,
  owner: { workspaceId: string; id: string | null },
  wanted: string | null,
  name: string,
): Promise<string> {
  const { workspaceId } = owner;
  const apps = await listApps(tx, { workspaceId, apps: null });
  const isOther = (id: string) => id !== owner.id;
  const inUse = new Set(apps.filter(({ id }: App) => isOther(id)).map(({ prefix }) => prefix));
  const former = await listFormerPrefixes(tx, workspaceId);
  const before = new Set(former.filter(({ appId }) => isOther(appId)).map(({ prefix }) => prefix));
  if (wanted === null) return derivePrefix(name, (prefix) => inUse.has(prefix) || before.has(prefix));
  if (inUse.has(wanted)) throw new Fault("name_taken", `prefix: another app of this workspace uses ${wanted}.`);
  if (before.has(wanted)) {
    throw new Fault(
      "name_taken",
      `prefix: another app of this workspace used ${wanted} before, and its issues can still be found by those codes; choose another.`,
    );
  }
  return wanted;
}
