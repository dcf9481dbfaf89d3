// The second step of signing in, and showing again that it is still oneself: a factor counts once, however many servers are shown it at once.
import type { Identity } from "../../domain/access/identity.ts";
import { isNewUse, noHalfSession, type SignInNeed } from "../../domain/access/second-factor.ts";
import { sessionOver } from "../../domain/access/sign-in-rules.ts";
import { newLongToken, tokenHash } from "../../lib/crypto/token.ts";
import { deleteHalfSession, findHalfSession } from "../../storage/access/half-sessions.ts";
import { isIdentityOf } from "../../storage/access/identities.ts";
import { findPersonLocked, type Person } from "../../storage/access/people.ts";
import { listFactors, markFactorUsed, takeRecoveryCode } from "../../storage/access/second-factors.ts";
import { renewSession } from "../../storage/access/sessions.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { giveBack, type NewSession, type OpenSession, type SignInAttempt, signIn } from "./sign-in.ts";

/** The factor or recovery code that was right when it was checked, and how far the factor had counted by then. */
export type ShownRight =
  | { kind: Exclude<SignInNeed, "recovery">; factorId: string; counter: number }
  | { kind: "recovery"; hash: string };

export interface FinishSignIn extends Pick<OpenSession, "attempt" | "inBrowser" | "agent"> {
  /** The hash of the half session's token. */
  hash: string;
  shown: ShownRight;
}

/** Null for what was used before, or was taken away meanwhile. Throws `unauthorized` if the half session has ended. */
export const finishSignIn = defineAction({
  name: "finishSignIn",
  async run(unit: UnitOfWork, { hash, shown, attempt, ...opened }: FinishSignIn): Promise<NewSession | null> {
    const { tx, now } = unit;
    const found = await findHalfSession(tx, hash, now);
    const person = found === undefined ? undefined : await findPersonLocked(tx, found.personId);
    // Whoever had the person's row before may have signed in with it, or have ended it.
    if (person === undefined || (await findHalfSession(tx, hash, now)) === undefined) throw noHalfSession();
    if (!(await use(unit, person.id, shown))) return null;
    giveBack(tx, attempt);
    deleteHalfSession(tx, hash);
    return signIn(unit, person, opened, shown.kind);
  },
});

export interface ConfirmSession {
  personId: string;
  /** The hash of the session's token. */
  hash: string;
  /** A factor, the hash that the password was found to belong to, or who they are by the word of the issuer. */
  shown: ShownRight | { kind: "password"; passwordHash: string } | { kind: "identity"; identity: Identity };
  attempt: SignInAttempt;
}

/**
 * Gives the session's new token; the one before ends. Null for what was used before, or is another by now. Throws `unauthorized` if the session has
 * ended meanwhile.
 */
export const confirmSession = defineAction({
  name: "confirmSession",
  async run(unit: UnitOfWork, { personId, hash, shown, attempt }: ConfirmSession): Promise<string | null> {
    const { tx, now } = unit;
    const person = await findPersonLocked(tx, personId);
    if (person === undefined || !(await isShown(unit, person, shown))) return null;
    giveBack(tx, attempt);
    const token = newLongToken();
    if (!(await renewSession(tx, hash, tokenHash(token), now))) throw sessionOver();
    return token;
  },
});

/** Whether what was shown still proves who the person is; the caller holds the person. */
async function isShown(
  unit: UnitOfWork,
  { id, passwordHash }: Person,
  shown: ConfirmSession["shown"],
): Promise<boolean> {
  if (shown.kind === "password") return passwordHash === shown.passwordHash;
  if (shown.kind === "identity") return isIdentityOf(unit.tx, shown.identity, id);
  return use(unit, id, shown);
}

/** Uses up a factor's count or a recovery code, so that it works once; the caller holds the person. */
async function use({ tx, now }: UnitOfWork, personId: string, shown: ShownRight): Promise<boolean> {
  if (shown.kind === "recovery") return takeRecoveryCode(tx, personId, shown.hash, now);
  const factor = (await listFactors(tx, personId)).find(({ id }) => id === shown.factorId);
  if (factor === undefined || !isNewUse(factor.kind, factor.counter, shown.counter)) return false;
  markFactorUsed(tx, factor.id, shown.counter, now);
  return true;
}
