// Somebody who has accounts in several workspaces, and came by what is right for more than one of them: they choose, and may open the others later.
import { SIGN_IN_CHOICE_MS, wrongSignIn } from "../../domain/access/sign-in-rules.ts";
import { newLongToken, tokenHash } from "../../lib/crypto/token.ts";
import { findPersonLocked, type Person } from "../../storage/access/people.ts";
import { insertChoice, type ListedChoice, listChoices, takeChoice } from "../../storage/access/sign-in-choices.ts";
import { record } from "../audit.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import {
  endReplaced,
  giveBack,
  type HalfSignedIn,
  type NewSession,
  type OpenSession,
  type SignInAttempt,
  signInOrAsk,
  startSession,
  type Vouched,
} from "./sign-in.ts";

/** The accounts that somebody may open, and the token that says so. */
export interface Offered {
  token: string;
  choices: ListedChoice[];
}

export interface OfferChoices {
  /** Each with the hash that the password was found to belong to. */
  accounts: readonly { personId: string; passwordHash: string }[];
  attempt: SignInAttempt;
}

/** Offers the workspaces of people with a password. Throws `unauthorized` if none of them has it any more. */
export const offerChoices = defineAction({
  name: "offerChoices",
  async run(unit: UnitOfWork, { accounts, attempt }: OfferChoices): Promise<Offered> {
    const right: Person[] = [];
    // In one order for everybody, so that two who sign in at once never wait for each other.
    for (const { personId, passwordHash } of accounts.toSorted((a, b) => (a.personId < b.personId ? -1 : 1))) {
      const person = await findPersonLocked(unit.tx, personId);
      if (person?.passwordHash === passwordHash) right.push(person);
    }
    if (right.length === 0) throw wrongSignIn();
    giveBack(unit.tx, attempt);
    return offer(unit, right, { by: null, for: null });
  },
});

/** Offers the workspaces of people who have shown that they are all of these. */
export async function offer(unit: UnitOfWork, people: readonly Person[], vouched: Vouched): Promise<Offered> {
  const { tx, now } = unit;
  const token = newLongToken();
  const hash = tokenHash(token);
  const expiresAt = now + SIGN_IN_CHOICE_MS;
  const on = { vouchedBy: vouched.by, vouchedFor: vouched.for };
  for (const { id } of people) insertChoice(tx, { hash, personId: id, ...on, expiresAt });
  return { token, choices: await listChoices(tx, hash, now) };
}

export interface OpenChoice extends Pick<OpenSession, "inBrowser" | "agent"> {
  /** The hash of the token of the choices. */
  hash: string;
  workspaceId: string;
}

/** Opens an account that was offered, once; half a session if it has a second factor. Null if it can't be opened any more. */
export const openChoice = defineAction({
  name: "openChoice",
  async run(unit: UnitOfWork, input: OpenChoice): Promise<NewSession | HalfSignedIn | null> {
    const { tx } = unit;
    const find = async () =>
      (await listChoices(tx, input.hash, unit.now)).find(({ workspaceId }) => workspaceId === input.workspaceId);
    const found = await find();
    const person = found === undefined ? undefined : await findPersonLocked(tx, found.personId);
    // Whoever had the person's row before may have opened it, or have ended it.
    const choice = person === undefined ? undefined : await find();
    if (person === undefined || choice === undefined) return null;
    if (!(await takeChoice(tx, input.hash, person.id))) return null;
    const { vouchedBy, vouchedFor } = choice;
    if (vouchedBy === null) return signInOrAsk(unit, person, input);
    endReplaced(tx, input.inBrowser, person);
    const session = startSession(unit, person, input.agent ?? null, { by: vouchedBy, for: vouchedFor });
    const by = { ...unit.by, kind: "person", id: person.id, name: person.name } as const;
    record(unit, person.workspaceId, "sign_in.succeeded", { by, details: { by: vouchedBy } });
    return session;
  },
});
