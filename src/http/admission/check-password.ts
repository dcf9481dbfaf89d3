// Checks a password: counted first, so that guessing ends soon; and in the same time whether or not there is such a person.
import type { SignInAttempt } from "../../actions/access/sign-in.ts";
import { Fault } from "../../domain/fault.ts";
import { verifyPassword } from "../../lib/crypto/password-hash.ts";
import { findPersonByEmail, type Person } from "../../storage/access/people.ts";
import type { Services } from "../pipeline/services.ts";
import { type Asked, countTry, noteWrong, type Tried } from "./count-try.ts";

export interface Checked {
  /** Whose password it is; undefined if it is nobody's of that e-mail address. */
  person: (Person & { passwordHash: string }) | undefined;
  attempt: SignInAttempt;
}

/** Throws `forbidden` where nobody signs in with a password. */
export function requirePasswordSignIn({ signIn }: Pick<Services, "signIn">): void {
  if (!signIn.password) throw new Fault("forbidden", "Signing in with a password is switched off on this server.");
}

/** Throws `rate_limited`. */
export async function checkPassword(
  call: Asked,
  purpose: Tried["purpose"],
  email: string,
  password: string,
): Promise<Checked> {
  const person = await findPersonByEmail(call.services.reader, email);
  const tried = { purpose, email, person };
  const attempt = await countTry(call, tried);
  const isRight = await verifyPassword(person?.passwordHash ?? null, password);
  if (!isRight) await noteWrong(call, tried);
  return { person: isRight ? (person as Checked["person"]) : undefined, attempt };
}
