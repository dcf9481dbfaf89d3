// Signs a person out: their sessions end, and with them whatever they have let in to act for them.
import type { Person } from "../../storage/access/people.ts";
import { deleteSessionsOf } from "../../storage/access/sessions.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { endAssistantsOf } from "./assistant-tokens.ts";

/**
 * For a person who was taken for writing. `session` is the hash of the one that stays, null if none does. No assistant stays: whoever was
 * in where they should not be may have let it in.
 */
export async function signOutElsewhere(unit: UnitOfWork, person: Person, session: string | null): Promise<void> {
  deleteSessionsOf(unit.tx, person.id, session);
  await endAssistantsOf(unit, person, "all");
}
