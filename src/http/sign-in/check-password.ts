// Checks a password: counted first, so that guessing ends soon; and in the same time whether there is no such person, or one in several workspaces.
import { rehashPassword } from "../../actions/access/rehash-password.ts";
import type { SignInAttempt } from "../../actions/access/sign-in.ts";
import { Fault } from "../../domain/fault.ts";
import { findRightHashes, hashPassword, isSaltedAlike } from "../../lib/crypto/password-hash.ts";
import { findSaltedHash, listAccounts } from "../../storage/access/accounts.ts";
import { findPerson, findPersonByEmail, type Person } from "../../storage/access/people.ts";
import { findWorkspace, listWorkspaces } from "../../storage/workspace/workspaces.ts";
import { knownBrowser } from "../admission/known-browser.ts";
import type { PersonActor } from "../pipeline/request-actor.ts";
import type { Services } from "../pipeline/services.ts";
import {
  admitGuess,
  type Guess,
  isOfNetwork,
  noteWrongGuess,
  type SignInCall,
  throttleGuess,
} from "./throttle-guesses.ts";

type WithPassword<P extends Person> = P & { passwordHash: string };

export interface Checked<P extends Person = Person> {
  /** The people whose password it is. */
  right: WithPassword<P>[];
  attempt: SignInAttempt;
}

/** Throws `forbidden` where nobody signs in with a password. */
export function requirePasswordSignIn({ signIn }: Pick<Services, "signIn">): void {
  if (!signIn.password) throw new Fault("forbidden", "Signing in with a password is switched off on this server.");
}

/** Checks an e-mail address that may have accounts in several workspaces; `workspace` names one. Throws `rate_limited`. */
export async function checkSignIn(
  call: SignInCall,
  { email, password, workspace }: { email: string; password: string; workspace: string | null },
): Promise<Checked> {
  const { services } = call;
  const [accounts, isOne] = await accountsFor(services, email, workspace);
  const tried = { purpose: "sign_in", email } as const;
  if (isOne) return check(call, tried, accounts, password);
  const checked = await checkAmong(call, tried, accounts, password);
  return { ...checked, right: await Promise.all(checked.right.map((one) => saltAlike(services, one, password))) };
}

/** The accounts of an address, and whether there can be only one: an id names one workspace, a name perhaps several. */
async function accountsFor(
  { reader }: Services,
  email: string,
  workspace: string | null,
): Promise<[accounts: Person[], isOne: boolean]> {
  if (workspace !== null && (await findWorkspace(reader, workspace)) !== undefined) {
    const person = await findPersonByEmail(reader, workspace, email);
    return [person === undefined ? [] : [person], true];
  }
  const [accounts, workspaces] = await Promise.all([listAccounts(reader, email, workspace), listWorkspaces(reader, 2)]);
  return [accounts, workspaces.length < 2];
}

/** Somebody who is signed in gives their password again. Null if it is not theirs. Throws `rate_limited`. */
export async function checkOwnPassword(
  call: SignInCall & { actor: PersonActor },
  purpose: Exclude<Guess["purpose"], "sign_in">,
  password: string,
): Promise<{ person: WithPassword<Person> | null; attempt: SignInAttempt }> {
  const { personId, email } = call.actor;
  const person = await findPerson(call.services.reader, personId);
  const { right, attempt } = await check(call, { purpose, email }, person === undefined ? [] : [person], password);
  return { person: right[0] ?? null, attempt };
}

async function check<P extends Person>(
  call: SignInCall,
  tried: Pick<Guess, "purpose" | "email">,
  people: P[],
  password: string,
): Promise<Checked<P>> {
  const attempt = await throttleGuess(call, { ...tried, person: people[0] });
  return { right: await findRight(call, tried, people, password), attempt };
}

/**
 * Anybody may have an account of the address in a workspace of their own, so being right there, or known there, counts for nothing elsewhere: the account
 * that the browser is known to is counted apart, and of the others not even what was right is given back, or one's own password would be a
 * guess at theirs that costs nothing. It is the same whether or not there are any. Throws `rate_limited`.
 */
async function checkAmong(
  call: SignInCall,
  tried: Pick<Guess, "purpose" | "email">,
  accounts: Person[],
  password: string,
): Promise<Checked> {
  const known = accounts.find(({ id }) => knownBrowser(call.services, call.request, id) !== undefined);
  const others = accounts.filter((one) => one !== known);
  const own = known === undefined ? null : (await admitGuess(call, { ...tried, person: known })).attempt;
  const { attempt, refused } = await admitGuess(call, { ...tried, person: others[0] });
  if (refused !== null && own === null) throw refused;
  const looked = [...(own === null ? [] : [known!]), ...(refused === null ? others : [])];
  const right = await findRight(call, tried, looked, password);
  const isOwnRight = own !== null && right.some(({ id }) => id === known!.id);
  // The network may be many people's.
  return { right, attempt: [...(isOwnRight ? own : []), ...(attempt ?? []).filter(isOfNetwork)] };
}

async function findRight<P extends Person>(
  call: SignInCall,
  tried: Pick<Guess, "purpose" | "email">,
  people: P[],
  password: string,
): Promise<WithPassword<P>[]> {
  const rightHashes = await findRightHashes(
    people.flatMap(({ passwordHash }) => passwordHash ?? []),
    password,
  );
  const right = people.filter(({ passwordHash }) => rightHashes.has(passwordHash ?? "")) as WithPassword<P>[];
  if (right.length === 0) {
    const aimedAt = people.length === 0 ? [undefined] : people;
    await Promise.all(aimedAt.map((person) => noteWrongGuess(call, { ...tried, person })));
  }
  return right;
}

/** Accounts of one address have one salt, so that each sign-in takes the work for one of them. */
async function saltAlike(
  { reader, performer }: Services,
  person: WithPassword<Person>,
  password: string,
): Promise<WithPassword<Person>> {
  const model = await findSaltedHash(reader, person.email);
  if (model === undefined || isSaltedAlike(model, person.passwordHash)) return person;
  const passwordHash = await hashPassword(password, model);
  if (!isSaltedAlike(model, passwordHash)) return person;
  await performer.perform(rehashPassword, { personId: person.id, from: person.passwordHash, to: passwordHash });
  return { ...person, passwordHash };
}

/** The hash of a new password, with the salt that other accounts of the address have. */
export async function hashFor({ reader }: Pick<Services, "reader">, email: string, password: string): Promise<string> {
  return hashPassword(password, await findSaltedHash(reader, email));
}
