// The link by which the first person joins: shown when a server starts that has no people yet.
import { inviteFirstAdmin } from "../actions/access/invite-person.ts";
import { joinLink } from "../domain/access/link-addresses.ts";
import { type Author, SYSTEM } from "../domain/workspace/audit-log.ts";
import type { Config } from "../startup/config.ts";
import type { Store } from "../startup/open-store.ts";

/** A new link for the first admin, which voids any shown before; null once there are people. */
export async function firstAdminLink(
  { performer, workspace }: Store,
  { baseUrl }: Config,
  by: Author = SYSTEM,
): Promise<string | null> {
  const made = await performer.perform(inviteFirstAdmin, { workspaceId: workspace.id }, by);
  return made === null ? null : joinLink(baseUrl, made.token);
}
