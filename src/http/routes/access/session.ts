// /session, /sessions and /me of people: signing in and out, and the password.
import { changePassword, wrongPassword } from "../../../actions/access/change-person.ts";
import { endListedSession, endSession, endSessions, openSession } from "../../../actions/access/sign-in.ts";
import { ownPasswordProblem, passwordProblem, requireUnlikeOwner } from "../../../domain/access/password.ts";
import { isSessionAlive, sessionId, wrongSignIn } from "../../../domain/access/sign-in-rules.ts";
import { hashPassword } from "../../../lib/crypto/password-hash.ts";
import { reachOf } from "../../../storage/access/keys.ts";
import { listSessionsOf } from "../../../storage/access/sessions.ts";
import { PersonMeSchema, presentPersonMe } from "../../../wire/access/person.ts";
import {
  ChangePasswordBody,
  CheckPasswordBody,
  PasswordCheckSchema,
  presentSession,
  SessionSchema,
  SignInBody,
} from "../../../wire/access/session.ts";
import { dataOf, presentData, presentList } from "../../../wire/envelope.ts";
import { agentOf } from "../../admission/browser-of-request.ts";
import { checkPassword } from "../../admission/check-password.ts";
import { sessionHashOf, signedInHeaders, signedOutHeaders } from "../../admission/session-cookie.ts";
import { authorOf, signedOutAuthor } from "../../pipeline/audit-author.ts";
import { openRoute, personRoute, type Route } from "../../pipeline/route.ts";

export const sessionRoutes: Route[] = [
  openRoute({
    method: "POST",
    path: "/session",
    summary: "Sign in",
    body: SignInBody,
    response: dataOf(PersonMeSchema),
    async handle(call) {
      const { services, request, body } = call;
      const { person, attempt } = await checkPassword(call, "sign_in", body.email, body.password);
      if (person === undefined) throw wrongSignIn();
      const { id, passwordHash } = person;
      const replaces = sessionHashOf(request, services.baseUrl) ?? null;
      const input = { personId: id, passwordHash, attempt, replaces, agent: agentOf(request) };
      const { token } = await services.performer.perform(openSession, input, signedOutAuthor(person, call.origin()));
      const me = presentPersonMe({ ...person, apps: reachOf(person).apps as string[] | null });
      return { body: presentData(me), headers: signedInHeaders(services, id, token) };
    },
  }),
  personRoute({
    method: "DELETE",
    path: "/session",
    summary: "Sign out",
    role: "viewer",
    response: null,
    async handle({ services, actor }) {
      await services.performer.perform(endSession, { hash: actor.sessionHash });
      return { status: 204, body: null, headers: signedOutHeaders(services.baseUrl) };
    },
  }),
  personRoute({
    method: "DELETE",
    path: "/sessions",
    summary: "Sign out everywhere",
    role: "viewer",
    response: null,
    async handle(call) {
      const { services, actor } = call;
      await services.performer.perform(endSessions, { personId: actor.personId }, authorOf(call));
      return { status: 204, body: null, headers: signedOutHeaders(services.baseUrl) };
    },
  }),
  personRoute({
    method: "GET",
    path: "/sessions",
    summary: "List your sessions, most recently used first",
    role: "viewer",
    response: dataOf(SessionSchema.array()),
    async handle({ services, actor }) {
      const now = services.clock();
      const sessions = await listSessionsOf(services.reader, actor.personId);
      const alive = sessions.filter((session) => isSessionAlive(session, now));
      return { body: presentList(alive.map((session) => presentSession(session, actor.sessionHash))) };
    },
  }),
  personRoute({
    method: "DELETE",
    path: "/sessions/:id",
    summary: "End one of your sessions",
    role: "viewer",
    response: null,
    async handle(call) {
      const { services, actor, id } = call;
      await services.performer.perform(endListedSession, { personId: actor.personId, id }, authorOf(call));
      const isHere = id === sessionId(actor.sessionHash);
      return { status: 204, body: null, ...(isHere ? { headers: signedOutHeaders(services.baseUrl) } : {}) };
    },
  }),
  personRoute({
    method: "GET",
    path: "/me",
    summary: "Get the signed-in person: name, e-mail address, role and reach",
    role: "viewer",
    response: dataOf(PersonMeSchema),
    handle: async ({ actor: { personId, name, email, role, reach } }) => ({
      body: presentData(presentPersonMe({ id: personId, name, email, role, apps: reach.apps as string[] | null })),
    }),
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
      const { person, attempt } = await checkPassword(call, "password_change", actor.email, body.current_password);
      if (person?.id !== actor.personId) throw wrongPassword();
      requireUnlikeOwner("new_password", body.new_password, actor);
      const newHash = await hashPassword(body.new_password);
      const { id: personId, passwordHash } = person;
      const input = { personId, passwordHash, newHash, attempt, session: actor.sessionHash };
      await services.performer.perform(changePassword, input, authorOf(call));
      return { status: 204, body: null };
    },
  }),
];
