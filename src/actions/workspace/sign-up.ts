// Making a workspace of one's own, where the server lets anybody: asked for with an e-mail address, and made once a link that was mailed there is used.
import { signUpEmailHash } from "../../domain/access/sign-up-link.ts";
import { Fault } from "../../domain/fault.ts";
import { ASKED_LINK_STAYS_MS, RESET_MAILS_ASKED_AN_HOUR } from "../../domain/limits/mail-limits.ts";
import { EMAIL_LINK_HOURS } from "../../domain/limits.ts";
import { HOUR_MS } from "../../lib/clock.ts";
import { windowAt } from "../../lib/time-window.ts";
import { findSignUp, putSignUp, takeSignUp } from "../../storage/access/sign-ups.ts";
import { claimCount } from "../../storage/workspace/counters.ts";
import { findFirstWorkspace } from "../../storage/workspace/workspaces.ts";
import { addPerson } from "../access/invite-person.ts";
import { type BrowserSession, endReplaced, type NewSession, startSession } from "../access/sign-in.ts";
import { defineAction } from "../define-action.ts";
import { queueMail } from "../mail/queue-mail.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { addWorkspace } from "./create-workspace.ts";

/** `network` is the scope that its requests are counted under. */
export interface AskToSignUp {
  email: string;
  network: string;
}

/**
 * Says whether the network may ask at all, and nothing of the address: whoever has accounts elsewhere may make a workspace, too. An address
 * is mailed no other link for a while, so that nobody fills somebody else's mailbox, nor ends a link that they are about to use.
 */
export const askToSignUp = defineAction({
  name: "askToSignUp",
  wakes: ["mails"],
  async run(unit: UnitOfWork, { email, network }: AskToSignUp): Promise<boolean> {
    const { tx, now } = unit;
    if (!(await claimCount(tx, network, windowAt(now, HOUR_MS).start, RESET_MAILS_ASKED_AN_HOUR))) return false;
    const emailHash = signUpEmailHash(email);
    const before = await findSignUp(tx, emailHash, now);
    if (before !== undefined && now < before.askedAt + ASKED_LINK_STAYS_MS) return true;
    putSignUp(tx, { emailHash, hash: null, askedAt: now, expiresAt: now + EMAIL_LINK_HOURS * HOUR_MS });
    // A mail is of some workspace, and there is none of theirs yet.
    const { id: workspaceId } = (await findFirstWorkspace(tx))!;
    queueMail(unit, { workspaceId, kind: "sign_up", oldAddress: email });
    return true;
  },
});

export interface SignUpWith {
  /** The hash of the link's token; the link also has the address. */
  hash: string;
  email: string;
  /** The name of the workspace. */
  workspace: string;
  name: string;
  passwordHash: string;
  inBrowser: readonly BrowserSession[];
  agent: string | null;
}

/** Makes the workspace, on the plan `free`, with its first admin, and signs them in. Throws `not_found` for a link that does not work (any more). */
export const signUp = defineAction({
  name: "signUp",
  async run(unit: UnitOfWork, input: SignUpWith): Promise<NewSession> {
    const { tx, now } = unit;
    const asked = await takeSignUp(tx, input.hash, now);
    if (asked?.emailHash !== signUpEmailHash(input.email)) throw noSignUp();
    const { id: workspaceId } = addWorkspace(unit, { name: input.workspace, plan: "free" });
    const { name, email, passwordHash } = input;
    const fields = { workspaceId, name, email, role: "admin", apps: null, passwordHash } as const;
    const person = addPerson(unit, { ...fields, emailConfirmedAt: now }, null);
    endReplaced(tx, input.inBrowser, person);
    return startSession(unit, person, input.agent);
  },
});

/** The answer to a token that makes nothing, whatever the reason. */
export function noSignUp(): Fault {
  return new Fault(
    "not_found",
    "This link is not valid: it was used, was replaced by a newer one, has expired, or never existed.",
  );
}
