// Links to set a new password: made by an admin or the command line, and used once. The token leaves here once and is never kept.
import { Fault } from "../../domain/fault.ts";
import { RESET_LINK_MINUTES } from "../../domain/limits.ts";
import { MINUTE_MS } from "../../lib/clock.ts";
import { newLongToken, tokenHash } from "../../lib/crypto/token.ts";
import { deleteEmailLinkFor } from "../../storage/access/email-links.ts";
import { findPersonLocked, lockPerson, type Person, updatePassword } from "../../storage/access/people.ts";
import { deleteResetLinksFor, findResetLink, putResetLink } from "../../storage/access/reset-links.ts";
import { record } from "../audit.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { personTarget } from "./change-person.ts";
import { requireFullAdmin } from "./require-full-admin.ts";
import { requireNotOperator } from "./require-operator.ts";
import { signOutElsewhere } from "./sign-out-elsewhere.ts";

export interface MakeResetLink {
  workspaceId: string;
  id: string;
  /** The admin who asks; null for the command line. */
  madeBy: string | null;
}

export interface NewResetLink {
  person: Person;
  token: string;
  expiresAt: number;
}

/** Makes a link in place of any made for the person before; a mailed one stays. Throws `not_found`, `forbidden` for one's own. */
export const makeResetLink = defineAction({
  name: "makeResetLink",
  async run(unit: UnitOfWork, { workspaceId, id, madeBy }: MakeResetLink): Promise<NewResetLink> {
    await requireFullAdmin(unit, workspaceId);
    requireOther(id, madeBy);
    const person = await lockPerson(unit.tx, workspaceId, id);
    requireNotOperator(unit, person);
    const token = newLongToken();
    const expiresAt = unit.now + RESET_LINK_MINUTES * MINUTE_MS;
    putResetLink(unit.tx, { personId: id, hash: tokenHash(token), madeBy, expiresAt });
    record(unit, workspaceId, "person.reset_link_made", { target: personTarget(person) });
    return { person, token, expiresAt };
  },
});

/** Throws `forbidden` for oneself: whoever finds a signed-in browser could take the account over without its password. */
export function requireOther(id: string, madeBy: string | null): void {
  if (madeBy !== id) return;
  throw new Fault(
    "forbidden",
    "Your own password is changed with the current one; another admin can make a link for you.",
  );
}

export interface UseResetLink {
  hash: string;
  newHash: string;
}

/** Signs the person out everywhere, and in nowhere. Throws `not_found` for a link that does not work (any more). */
export const resetPassword = defineAction({
  name: "resetPassword",
  async run(unit: UnitOfWork, { hash, newHash }: UseResetLink): Promise<void> {
    const found = await findResetLink(unit.tx, hash, unit.now);
    const person = found === undefined ? undefined : await findPersonLocked(unit.tx, found.personId);
    // Whoever had the person's row before may have used the link, or made another.
    if (person === undefined || (await findResetLink(unit.tx, hash, unit.now)) === undefined) throw noResetLink();
    updatePassword(unit.tx, person.id, newHash);
    await signOutElsewhere(unit, person, null);
    deleteResetLinksFor(unit.tx, person.id);
    // Whoever knew the old password may have asked for it.
    deleteEmailLinkFor(unit.tx, person.id);
    record(unit, person.workspaceId, "person.password_reset", { target: personTarget(person) });
  },
});

/** The answer to a token that opens nothing, whatever the reason. */
export function noResetLink(): Fault {
  return new Fault(
    "not_found",
    "This link is not valid: it was used, was replaced by a newer one, has expired, or never existed.",
  );
}
