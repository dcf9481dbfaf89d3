// A password that somebody has just shown, hashed with another salt than it was kept with.
import { findPersonLocked, updatePassword } from "../../storage/access/people.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

export interface RehashPassword {
  personId: string;
  /** The password's hash, and a new hash of the same password. */
  from: string;
  to: string;
}

/** Stores the same password with the salt that all accounts of the address share, unless it was changed meanwhile. */
export const rehashPassword = defineAction({
  name: "rehashPassword",
  async run({ tx }: UnitOfWork, { personId, from, to }: RehashPassword): Promise<void> {
    const person = await findPersonLocked(tx, personId);
    if (person?.passwordHash === from) updatePassword(tx, personId, to);
  },
});
