// What people change of themselves: their name, and with their password the e-mail address that they sign in with.
import { lockPerson, type Person, updateProfile } from "../../storage/access/people.ts";
import { lockWorkspace } from "../../storage/workspace/workspaces.ts";
import { record } from "../audit.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { personTarget, wrongPassword } from "./change-person.ts";
import { requireFreeEmail } from "./require-free-email.ts";

export interface ChangeProfile {
  workspaceId: string;
  personId: string;
  name?: string;
  email?: {
    to: string;
    /** The hash that the present password was found to belong to. */
    passwordHash: string;
  };
}

/** The same again changes nothing. Throws `not_found`, `name_taken`, `invalid_request` if the password was changed meanwhile. */
export const changeProfile = defineAction({
  name: "changeProfile",
  async run(unit: UnitOfWork, { workspaceId, personId, name, email }: ChangeProfile): Promise<Person> {
    await lockWorkspace(unit.tx, workspaceId);
    const before = await lockPerson(unit.tx, workspaceId, personId);
    if (email !== undefined) {
      if (before.passwordHash !== email.passwordHash) throw wrongPassword();
      if (email.to !== before.email) await requireFreeEmail(unit, email.to);
    }
    const person = { ...before, name: name ?? before.name, email: email?.to ?? before.email };
    const fields = (["name", "email"] as const).filter((field) => person[field] !== before[field]);
    if (fields.length === 0) return person;
    updateProfile(unit.tx, person);
    record(unit, workspaceId, "person.profile_changed", { target: personTarget(person), details: { fields } });
    return person;
  },
});
