// What people change of themselves: their name, and once they have shown that it is they, the e-mail address that they sign in with.
import { deleteEmailLinkFor } from "../../storage/access/email-links.ts";
import { findPersonLocked, lockPerson, markRenamed, type Person, updateProfile } from "../../storage/access/people.ts";
import { lockWorkspace } from "../../storage/workspace/workspaces.ts";
import { record } from "../audit.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { personTarget, wrongPassword } from "./change-person.ts";
import { askForEmailLink } from "./confirm-email.ts";
import { endOldEmailAccess } from "./end-old-email-access.ts";
import { requireFreeEmail, requireUninvited } from "./require-free-email.ts";
import { requireFreePersonName } from "./require-free-person-name.ts";

export interface ChangeProfile {
  workspaceId: string;
  personId: string;
  name?: string;
  email?: {
    to: string;
    /** The hash that the present password was found to belong to; null for whoever has none, and has shown otherwise that it is they. */
    passwordHash: string | null;
    /** Whether a link is mailed there first; else it is theirs at once. */
    byLink: boolean;
  };
}

/**
 * Changes what differs; issues assigned to the person get a new name afterwards. Throws `not_found`, `name_taken`,
 * `rate_limited`, `invalid_request` if the password was changed meanwhile.
 */
export const changeProfile = defineAction({
  name: "changeProfile",
  wakes: ["names", "mails"],
  async run(unit: UnitOfWork, { workspaceId, personId, name, email }: ChangeProfile): Promise<Person> {
    await lockWorkspace(unit.tx, workspaceId);
    const before = await lockPerson(unit.tx, workspaceId, personId);
    if (email !== undefined) {
      if (before.passwordHash !== email.passwordHash) throw wrongPassword();
      if (email.to !== before.email) {
        await requireFreeEmail(unit, workspaceId, email.to);
        await requireUninvited(unit, workspaceId, email.to);
      }
    }
    if (name !== undefined && name !== before.name) await requireFreePersonName(unit, workspaceId, name, personId);
    const isOther = email !== undefined && email.to !== before.email;
    if (isOther && email.byLink) await askForEmailLink(unit, before, email.to);
    const moves = isOther && !email.byLink;
    const person = {
      ...before,
      name: name ?? before.name,
      email: moves ? email.to : before.email,
      // Nobody but the person has said that the new one is theirs.
      emailConfirmedAt: moves ? null : before.emailConfirmedAt,
    };
    const fields = (["name", "email"] as const).filter((field) => person[field] !== before[field]);
    if (fields.length === 0) return person;
    updateProfile(unit.tx, person);
    if (moves) {
      endOldEmailAccess(unit.tx, personId);
      deleteEmailLinkFor(unit.tx, personId);
    }
    if (person.name !== before.name) markRenamed(unit.tx, personId, unit.now);
    record(unit, workspaceId, "person.profile_changed", { target: personTarget(person), details: { fields } });
    return person;
  },
});

/** Notes that all issues have a person's new name, unless it was changed again meanwhile. */
export const settleName = defineAction({
  name: "settleName",
  async run({ tx }: UnitOfWork, { personId, name }: { personId: string; name: string }): Promise<void> {
    const person = await findPersonLocked(tx, personId);
    if (person?.name === name) markRenamed(tx, personId, null);
  },
});
