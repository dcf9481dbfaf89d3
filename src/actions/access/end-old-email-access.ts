// What ends when an e-mail address is no longer somebody's: whoever has it next must not come in as them.
import { PROXY_ISSUER } from "../../domain/access/identity.ts";
import { deleteIdentityAt } from "../../storage/access/identities.ts";
import { deleteResetLinksFor } from "../../storage/access/reset-links.ts";
import { deleteSessionsVouchedBy } from "../../storage/access/sessions.ts";
import type { Tx } from "../../storage/database/database.ts";

/** A link that was mailed is in a mailbox that is not theirs any more, and a proxy means somebody else by the address. */
export function endOldEmailAccess(tx: Tx, personId: string): void {
  deleteResetLinksFor(tx, personId);
  deleteIdentityAt(tx, personId, PROXY_ISSUER);
  deleteSessionsVouchedBy(tx, personId, "proxy");
}
