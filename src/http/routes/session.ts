// /session, /sessions and /me of people: signing in and out, and the password.
import { wrongPassword } from "../../actions/change-person.ts";
import { wrongSignIn } from "../../domain/session.ts";
import { hashPassword } from "../../lib/password.ts";
import { reachOf } from "../../storage/keys.ts";
import { dataOf, presentData } from "../../wire/page.ts";
import { PersonMeSchema, presentPersonMe } from "../../wire/person.ts";
import { ChangePasswordBody, SignInBody } from "../../wire/session.ts";
import { openRoute, personRoute, type Route } from "../route.ts";
import { noSessionCookie, sessionCookie, sessionHashOf } from "../session-cookie.ts";
import { checkPassword } from "../sign-in.ts";

export const sessionRoutes: Route[] = [
  openRoute({
    method: "POST",
    path: "/session",
    summary: "Sign in",
    body: SignInBody,
    response: dataOf(PersonMeSchema),
    async handle({ services, request, body }) {
      const { person, ticket } = await checkPassword(services, request, body.email, body.password);
      if (person === undefined) throw wrongSignIn();
      const { id, passwordHash } = person;
      const replaces = sessionHashOf(request, services.baseUrl) ?? null;
      const input = { personId: id, passwordHash, ticket, replaces };
      const { token } = await services.performer.perform("openSession", input);
      const me = presentPersonMe({ ...person, apps: reachOf(person).apps as string[] | null });
      return { body: presentData(me), headers: sessionCookie(services.baseUrl, token) };
    },
  }),
  personRoute({
    method: "DELETE",
    path: "/session",
    summary: "Sign out",
    role: "viewer",
    response: null,
    async handle({ services, actor }) {
      await services.performer.perform("endSession", { hash: actor.sessionHash });
      return { status: 204, body: null, headers: noSessionCookie(services.baseUrl) };
    },
  }),
  personRoute({
    method: "DELETE",
    path: "/sessions",
    summary: "Sign out everywhere",
    role: "viewer",
    response: null,
    async handle({ services, actor }) {
      await services.performer.perform("endSessions", { personId: actor.personId });
      return { status: 204, body: null, headers: noSessionCookie(services.baseUrl) };
    },
  }),
  personRoute({
    method: "GET",
    path: "/me",
    summary: "Who is signed in: name, e-mail address, role and reach",
    role: "viewer",
    response: dataOf(PersonMeSchema),
    handle: async ({ actor: { personId, name, email, role, reach } }) => ({
      body: presentData(presentPersonMe({ id: personId, name, email, role, apps: reach.apps as string[] | null })),
    }),
  }),
  personRoute({
    method: "PUT",
    path: "/me/password",
    summary: "Change the password; every other session ends",
    role: "viewer",
    body: ChangePasswordBody,
    response: null,
    async handle({ services, actor, request, body }) {
      const { person, ticket } = await checkPassword(services, request, actor.email, body.current_password);
      if (person?.id !== actor.personId) throw wrongPassword();
      const newHash = await hashPassword(body.new_password);
      const { id: personId, passwordHash } = person;
      const input = { personId, passwordHash, newHash, ticket, session: actor.sessionHash };
      await services.performer.perform("changePassword", input);
      return { status: 204, body: null };
    },
  }),
];
