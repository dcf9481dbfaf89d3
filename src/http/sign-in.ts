// Checks a password: counted first, so that guessing ends soon; and in the same time whether or not there is such a person.
import type { SignInFor } from "../actions/record-sign-in.ts";
import type { Ticket } from "../actions/sign-in.ts";
import { Fault } from "../domain/fault.ts";
import { verifyPassword } from "../lib/password.ts";
import { tokenHash } from "../lib/token.ts";
import { signInScope } from "../storage/counters.ts";
import { findPersonByEmail, type Person } from "../storage/people.ts";
import { strangerAs } from "./author.ts";
import { clientAddress } from "./client-address.ts";
import type { Call } from "./route.ts";

export interface Checked {
  /** Whose password it is; undefined if it is nobody's of that e-mail address. */
  person: (Person & { passwordHash: string }) | undefined;
  ticket: Ticket;
}

/** Throws `rate_limited`. */
export async function checkPassword(
  { services: { performer, reader, trustedProxies }, request, origin }: Pick<Call, "services" | "request" | "origin">,
  purpose: SignInFor["purpose"],
  email: string,
  password: string,
): Promise<Checked> {
  const person = await findPersonByEmail(reader, email);
  const workspaceId = person?.workspaceId ?? null;
  const by = strangerAs(person, origin());
  const scopes = {
    email: signInScope("email", tokenHash(email)),
    address: signInScope("address", tokenHash(clientAddress(request, trustedProxies))),
  };
  const admitted = await performer.perform("admitSignIn", { ...scopes, workspaceId, purpose }, by);
  if ("retryAfter" in admitted) throw tooMany(admitted.retryAfter);
  const isRight = await verifyPassword(person?.passwordHash ?? null, password);
  if (!isRight) await performer.perform("failSignIn", { workspaceId, purpose }, by);
  return { person: isRight ? (person as Checked["person"]) : undefined, ticket: admitted };
}

function tooMany(seconds: number): Fault {
  const message = `Too many sign-ins that failed: wait ${seconds} s and try again.`;
  return new Fault("rate_limited", message, undefined, seconds);
}
