// Checks a password: counted first, so that guessing ends soon; and in the same time whether or not there is such a person.
import type { IncomingMessage } from "node:http";
import type { Ticket } from "../actions/sign-in.ts";
import { Fault } from "../domain/fault.ts";
import { verifyPassword } from "../lib/password.ts";
import { tokenHash } from "../lib/token.ts";
import { signInScope } from "../storage/counters.ts";
import { findPersonByEmail, type Person } from "../storage/people.ts";
import { clientAddress } from "./client-address.ts";
import type { Services } from "./services.ts";

export interface Checked {
  /** Whose password it is; undefined if it is nobody's of that e-mail address. */
  person: (Person & { passwordHash: string }) | undefined;
  ticket: Ticket;
}

/** Throws `rate_limited`. */
export async function checkPassword(
  { performer, reader }: Services,
  request: IncomingMessage,
  email: string,
  password: string,
): Promise<Checked> {
  const admitted = await performer.perform("admitSignIn", {
    email: signInScope("email", tokenHash(email)),
    address: signInScope("address", tokenHash(clientAddress(request))),
  });
  if ("retryAfter" in admitted) throw tooMany(admitted.retryAfter);
  const person = await findPersonByEmail(reader, email);
  const isRight = await verifyPassword(person?.passwordHash ?? null, password);
  return { person: isRight ? (person as Checked["person"]) : undefined, ticket: admitted };
}

function tooMany(seconds: number): Fault {
  const message = `Too many sign-ins that failed: wait ${seconds} s and try again.`;
  return new Fault("rate_limited", message, undefined, seconds);
}
