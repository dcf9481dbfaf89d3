// Signs a person out: their sessions end, and with them whatever they have let in to act for them.
import type { Person } from "../../storage/access/people.ts";
import { deleteSessionsOf } from "../../storage/access/sessions.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { endAssistantsOf } from "./assistant-tokens.ts";

/**
 * Signs a person out but for one session: `session` is its hash, or null. The caller holds the person. No assistant
 * stays: whoever was in where they should not be may have let it in.
 */
export async function signOutElsewhere(unit: UnitOfWork, person: Person, session: string | null): Promise<void> {
  deleteSessionsOf(unit.tx, person.id, session);
  await endAssistantsOf(unit, person, "all");
}
