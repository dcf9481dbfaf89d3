// Checks a password: counted first, so that guessing ends soon; and in the same time whether there is no such person, or one in several workspaces.
import { saltAgain } from "../../actions/access/choose-workspace.ts";
import type { SignInAttempt } from "../../actions/access/sign-in.ts";
import { Fault } from "../../domain/fault.ts";
import { findRightHashes, hashPassword, isSaltedAlike } from "../../lib/crypto/password-hash.ts";
import { findSaltedHash, listAccounts } from "../../storage/access/accounts.ts";
import { findPerson, type Person } from "../../storage/access/people.ts";
import type { PersonActor } from "../pipeline/request-actor.ts";
import type { Services } from "../pipeline/services.ts";
import { type Asked, countTry, noteWrong, type Tried } from "./count-try.ts";
import { knownBrowser } from "./known-browser.ts";

type WithPassword<P extends Person> = P & { passwordHash: string };

export interface Checked<P extends Person = Person> {
  /** Those whose password it is. */
  right: WithPassword<P>[];
  attempt: SignInAttempt;
}

/** Throws `forbidden` where nobody signs in with a password. */
export function requirePasswordSignIn({ signIn }: Pick<Services, "signIn">): void {
  if (!signIn.password) throw new Fault("forbidden", "Signing in with a password is switched off on this server.");
}

/** With an e-mail address, which may have an account in several workspaces; `workspace` names the one that is meant. Throws `rate_limited`. */
export async function checkSignIn(
  call: Asked,
  { email, password, workspace }: { email: string; password: string; workspace: string | null },
): Promise<Checked> {
  const { services } = call;
  const accounts = await listAccounts(services.reader, email, workspace);
  const checked = await check(call, { purpose: "sign_in", email }, accounts, password);
  if (accounts.length < 2) return checked;
  return { ...checked, right: await Promise.all(checked.right.map((one) => saltAlike(services, one, password))) };
}

/** Somebody who is signed in gives their password again. Null if it is not theirs. Throws `rate_limited`. */
export async function checkOwnPassword(
  call: Asked & { actor: PersonActor },
  purpose: Exclude<Tried["purpose"], "sign_in">,
  password: string,
): Promise<{ person: WithPassword<Person> | null; attempt: SignInAttempt }> {
  const { personId, email } = call.actor;
  const person = await findPerson(call.services.reader, personId);
  const { right, attempt } = await check(call, { purpose, email }, person === undefined ? [] : [person], password);
  return { person: right[0] ?? null, attempt };
}

async function check<P extends Person>(
  call: Asked,
  tried: Pick<Tried, "purpose" | "email">,
  people: P[],
  password: string,
): Promise<Checked<P>> {
  const { services, request } = call;
  const known = people.find(({ id }) => knownBrowser(services, request, id) !== undefined);
  const attempt = await countTry(call, { ...tried, person: known ?? people[0] });
  const hashes = people.flatMap(({ passwordHash }) => passwordHash ?? []);
  const rightHashes = await findRightHashes(hashes, password);
  const right = people.filter(({ passwordHash }) => rightHashes.has(passwordHash ?? "")) as WithPassword<P>[];
  if (right.length === 0) {
    const aimedAt = people.length === 0 ? [undefined] : people;
    await Promise.all(aimedAt.map((person) => noteWrong(call, { ...tried, person })));
  }
  return { right, attempt };
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
  await performer.perform(saltAgain, { personId: person.id, from: person.passwordHash, to: passwordHash });
  return { ...person, passwordHash };
}

/** The hash of a new password, with the salt that other accounts of the address have. */
export async function hashFor({ reader }: Pick<Services, "reader">, email: string, password: string): Promise<string> {
  return hashPassword(password, await findSaltedHash(reader, email));
}
