// Forgets what nobody can use any more to sign in, join or be let in.
import { INVITATION_KEPT_DAYS, SESSION_IDLE_MS } from "../../domain/limits.ts";
import { DAY_MS, HOUR_MS } from "../../lib/clock.ts";
import { dropEndedEmailLinks } from "../../storage/access/email-links.ts";
import { dropEndedHalfSessions } from "../../storage/access/half-sessions.ts";
import { dropOldInvitations } from "../../storage/access/invitations.ts";
import { dropEndedResetLinks } from "../../storage/access/reset-links.ts";
import { dropEndedSessions } from "../../storage/access/sessions.ts";
import { dropEndedChoices } from "../../storage/access/sign-in-choices.ts";
import { dropEndedSignUps } from "../../storage/access/sign-ups.ts";
import { dropSignInCountsBefore } from "../../storage/workspace/counters.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

/** Forgets what nobody can use any more: ended sessions and links, old invitations, counts of failures. */
export const purgeSessions = defineAction({
  name: "purgeSessions",
  async run({ tx, now }: UnitOfWork, _input: null): Promise<void> {
    dropEndedSessions(tx, now, now - SESSION_IDLE_MS);
    dropEndedHalfSessions(tx, now);
    dropEndedChoices(tx, now);
    // These go in the order in which removing somebody takes theirs away, so that neither waits for the other.
    dropOldInvitations(tx, now - INVITATION_KEPT_DAYS * DAY_MS);
    dropEndedResetLinks(tx, now);
    dropEndedEmailLinks(tx, now);
    dropEndedSignUps(tx, now);
    dropSignInCountsBefore(tx, now - HOUR_MS);
  },
});
