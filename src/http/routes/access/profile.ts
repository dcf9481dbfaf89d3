// /me of people: who one is, and the password.
import { changePassword, wrongPassword } from "../../../actions/access/change-person.ts";
import { changeProfile } from "../../../actions/access/change-profile.ts";
import { passSignIn } from "../../../actions/access/sign-in.ts";
import { ownPasswordProblem, passwordProblem, requireUnlikeOwner } from "../../../domain/access/password.ts";
import { requireConfirmed } from "../../../domain/access/second-factor.ts";
import { Fault } from "../../../domain/fault.ts";
import { reachOf } from "../../../storage/access/keys.ts";
import { findPerson } from "../../../storage/access/people.ts";
import { ChangeProfileBody, PersonMeSchema, presentPersonMe } from "../../../wire/access/person.ts";
import { ChangePasswordBody, CheckPasswordBody, PasswordCheckSchema } from "../../../wire/access/session.ts";
import { dataOf, presentData } from "../../../wire/envelope.ts";
import { authorOf } from "../../pipeline/audit-author.ts";
import type { PersonActor } from "../../pipeline/request-actor.ts";
import { type Call, openRoute, personRoute, type Route } from "../../pipeline/route.ts";
import { checkOwnPassword, hashFor } from "../../sign-in/check-password.ts";

type PersonCall = Pick<Call<unknown, unknown, PersonActor>, "services" | "request" | "origin" | "actor">;

export const profileRoutes: Route[] = [
  personRoute({
    method: "GET",
    path: "/me",
    summary: "Get the signed-in person: name, e-mail address, role and reach",
    role: "viewer",
    beforeFactor: true,
    reads: () => "nothing",
    response: dataOf(PersonMeSchema),
    handle({ actor }) {
      const { personId: id, name, email, role, reach, isOperator: operator, needsFactor } = actor;
      const apps = reach.apps as string[] | null;
      const me = { id, name, email, role, apps, operator, needs_second_factor: needsFactor };
      return { body: presentData(presentPersonMe(me)) };
    },
  }),
  personRoute({
    method: "PATCH",
    path: "/me",
    summary: "Change your name or your e-mail address; where mail is set up, a link goes to the new address first",
    role: "viewer",
    body: ChangeProfileBody,
    response: dataOf(PersonMeSchema),
    async handle(call) {
      const { services, actor, body } = call;
      const { name, email, current_password: password } = body;
      const input = {
        workspaceId: actor.reach.workspaceId,
        personId: actor.personId,
        ...(name === undefined ? {} : { name }),
      };
      const change = email === undefined ? input : { ...input, email: await confirmEmail(call, email, password) };
      const person = await services.performer.perform(changeProfile, change, authorOf(call));
      const apps = reachOf(person).apps as string[] | null;
      const me = { ...person, apps, operator: actor.isOperator, needs_second_factor: actor.needsFactor };
      return { body: presentData(presentPersonMe(me)) };
    },
  }),
  openRoute({
    method: "POST",
    path: "/password-check",
    summary: "Check whether a password is acceptable; it is not stored",
    body: CheckPasswordBody,
    response: dataOf(PasswordCheckSchema),
    async handle({ body: { password, name, email } }) {
      const problem = passwordProblem(password) ?? ownPasswordProblem(password, { name, email });
      return { body: presentData(JSON.stringify({ problem })) };
    },
  }),
  personRoute({
    method: "PUT",
    path: "/me/password",
    summary: "Change the password; every other session ends",
    role: "viewer",
    body: ChangePasswordBody,
    response: null,
    async handle(call) {
      const { services, actor, body } = call;
      requireUnlikeOwner("new_password", body.new_password, actor);
      const person = await requirePassword(call, "password_change", body.current_password);
      const newHash = await hashFor(services, actor.email, body.new_password);
      const { id: personId, passwordHash } = person;
      const input = { personId, passwordHash, newHash, session: actor.sessionHash };
      await services.performer.perform(changePassword, input, authorOf(call));
      return { status: 204, body: null };
    },
  }),
];

/** Throws `invalid_request`, `rate_limited`. */
async function requirePassword(call: PersonCall, purpose: "password_change" | "email_change", password: string) {
  const { person, attempt } = await checkOwnPassword(call, purpose, password);
  if (person === null) throw wrongPassword();
  // In a transaction of its own: a change that is refused for another reason would undo it, too.
  await call.services.performer.perform(passSignIn, attempt);
  return person;
}

/** Whoever has no password has shown a moment ago that it is they. Throws `invalid_request`, `rate_limited`, `confirmation_needed`. */
async function confirmEmail(call: PersonCall, to: string, password: string | undefined) {
  const { services, actor } = call;
  const byLink = services.sendsMail;
  const own = await findPerson(services.reader, actor.personId);
  if (own?.passwordHash === null) {
    requireConfirmed(actor.confirmedAt, services.clock(), "Changing your e-mail address");
    return { to, passwordHash: null, byLink };
  }
  if (password === undefined) {
    throw new Fault("invalid_request", "current_password: needed to change the e-mail address.");
  }
  const { passwordHash } = await requirePassword(call, "email_change", password);
  return { to, passwordHash, byLink };
}
