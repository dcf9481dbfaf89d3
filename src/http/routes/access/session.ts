// /session and /sessions: signing in and out.
import * as z from "zod";
import { endListedSession, endSession, endSessions } from "../../../actions/access/end-sessions.ts";
import { openSession } from "../../../actions/access/sign-in.ts";
import { sessionId, wrongSignIn } from "../../../domain/access/sign-in-rules.ts";
import { listSessionsOf } from "../../../storage/access/sessions.ts";
import { PersonMeSchema } from "../../../wire/access/person.ts";
import { presentNeeds, SignInNeedsSchema } from "../../../wire/access/second-factor.ts";
import { presentSessions, SessionSchema, SignInBody } from "../../../wire/access/session.ts";
import { dataOf, presentData, presentList } from "../../../wire/envelope.ts";
import { agentOf } from "../../admission/browser-of-request.ts";
import { checkPassword, requirePasswordSignIn } from "../../admission/check-password.ts";
import { halfSessionCookie } from "../../admission/half-session-cookie.ts";
import { sessionHashOf, signedOutHeaders } from "../../admission/session-cookie.ts";
import { signedIn } from "../../admission/signed-in.ts";
import { authorOf, signedOutAuthor } from "../../pipeline/audit-author.ts";
import type { PersonActor } from "../../pipeline/request-actor.ts";
import { openRoute, personRoute, type Route } from "../../pipeline/route.ts";

export const sessionRoutes: Route[] = [
  openRoute({
    method: "POST",
    path: "/session",
    summary: "Sign in; whoever has a second factor is asked for it next",
    body: SignInBody,
    response: dataOf(z.union([PersonMeSchema, SignInNeedsSchema])),
    async handle(call) {
      const { services, request, body } = call;
      requirePasswordSignIn(services);
      const { person, attempt } = await checkPassword(call, "sign_in", body.email, body.password);
      if (person === undefined) throw wrongSignIn();
      const { id, passwordHash } = person;
      const replaces = sessionHashOf(request, services.baseUrl) ?? null;
      const input = { personId: id, passwordHash, attempt, replaces, agent: agentOf(request) };
      const opened = await services.performer.perform(openSession, input, signedOutAuthor(person, call.origin()));
      if (!("needs" in opened)) return signedIn(services, opened, false);
      const headers = { "set-cookie": halfSessionCookie(services.baseUrl, opened.token) };
      return { body: presentData(presentNeeds(opened.needs)), headers };
    },
  }),
  personRoute({
    method: "DELETE",
    path: "/session",
    summary: "Sign out",
    role: "viewer",
    beforeFactor: true,
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
      await services.performer.perform(endSessions, ownSessions(actor), authorOf(call));
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
      const sessions = await listSessionsOf(services.reader, actor.personId);
      return { body: presentList(presentSessions(sessions, actor.sessionHash, services.clock())) };
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
      await services.performer.perform(endListedSession, { ...ownSessions(actor), id }, authorOf(call));
      const isHere = id === sessionId(actor.sessionHash);
      return { status: 204, body: null, ...(isHere ? { headers: signedOutHeaders(services.baseUrl) } : {}) };
    },
  }),
];

function ownSessions({ personId, reach: { workspaceId } }: PersonActor): { workspaceId: string; personId: string } {
  return { workspaceId, personId };
}
