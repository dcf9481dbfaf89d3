// Ends sessions: one's own, and as an admin anybody's.
import { isSessionAlive, sessionId } from "../../domain/access/sign-in-rules.ts";
import { notFound } from "../../domain/fault.ts";
import { lockPerson, type Person } from "../../storage/access/people.ts";
import { deleteSession, listSessionsOf } from "../../storage/access/sessions.ts";
import { deleteChoices, deleteChoicesOfOwner, deleteChoicesOfPerson } from "../../storage/access/sign-in-choices.ts";
import { record } from "../audit.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { personTarget } from "./change-person.ts";
import { requireFullAdmin } from "./require-full-admin.ts";
import { signOutElsewhere } from "./sign-out-elsewhere.ts";

/** Ends a browser's sessions on every server, and the choices of workspaces under the token `choice`: it can open no other. */
export const endSession = defineAction({
  name: "endSession",
  async run({ tx }: UnitOfWork, { hashes, choice }: { hashes: string[]; choice: string | null }): Promise<void> {
    for (const hash of hashes) deleteSession(tx, hash);
    if (choice !== null) deleteChoices(tx, choice);
  },
});

/**
 * Ends every session of a person. Whoever ends their own also ends what they could still open in other workspaces.
 * Throws `not_found`.
 */
export const endSessions = defineAction({
  name: "endSessions",
  async run(unit: UnitOfWork, { workspaceId, personId }: { workspaceId: string; personId: string }): Promise<void> {
    const person = await takeOwner(unit, workspaceId, personId);
    await signOutElsewhere(unit, person, null);
    if (unit.by.id === personId) deleteChoicesOfOwner(unit.tx, personId, null);
    record(unit, workspaceId, "person.signed_out_everywhere", { target: personTarget(person) });
  },
});

export interface EndListedSession {
  workspaceId: string;
  personId: string;
  /** The id that the session is listed under. */
  id: string;
  /** The hash of the token of the choices that the asking browser keeps; null if it keeps none. */
  choice: string | null;
}

/**
 * Ends one of a person's sessions. Its browser may still open other workspaces without signing in again: a person ends
 * that for all browsers but the one they ask from, an admin for their own workspace. Throws `not_found`.
 */
export const endListedSession = defineAction({
  name: "endListedSession",
  async run(unit: UnitOfWork, { workspaceId, personId, id, choice }: EndListedSession): Promise<void> {
    const person = await takeOwner(unit, workspaceId, personId);
    const sessions = await listSessionsOf(unit.tx, personId);
    const session = sessions.find((one) => sessionId(one.hash) === id);
    if (session === undefined || !isSessionAlive(session, unit.now)) throw notFound("session");
    deleteSession(unit.tx, session.hash);
    if (unit.by.id === personId) deleteChoicesOfOwner(unit.tx, personId, choice);
    else deleteChoicesOfPerson(unit.tx, personId);
    const details = { agent: session.agent };
    record(unit, workspaceId, "person.session_ended", { target: personTarget(person), details });
  },
});

/** The person whose sessions they are, as which nobody acts but themselves and an admin. Throws `not_found`, `unauthorized`, `forbidden`. */
async function takeOwner(unit: UnitOfWork, workspaceId: string, id: string): Promise<Person> {
  if (unit.by.id !== id) await requireFullAdmin(unit, workspaceId);
  return lockPerson(unit.tx, workspaceId, id);
}
