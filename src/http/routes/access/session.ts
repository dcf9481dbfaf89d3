// /session and /sessions: signing in and out.
import type { IncomingMessage } from "node:http";
import * as z from "zod";
import { offerChoices } from "../../../actions/access/choose-workspace.ts";
import { endListedSession, endSession, endSessions } from "../../../actions/access/end-sessions.ts";
import { openSession } from "../../../actions/access/sign-in.ts";
import { sessionId, wrongSignIn } from "../../../domain/access/sign-in-rules.ts";
import { listSessionsOf } from "../../../storage/access/sessions.ts";
import { PersonMeSchema } from "../../../wire/access/person.ts";
import { SignInNeedsSchema } from "../../../wire/access/second-factor.ts";
import { presentSessions, SessionSchema, SignInBody } from "../../../wire/access/session.ts";
import { WorkspaceChoiceSchema } from "../../../wire/access/workspace-choice.ts";
import { dataOf, presentList } from "../../../wire/envelope.ts";
import { agentOf } from "../../admission/browser-of-request.ts";
import { signedOutHeaders } from "../../admission/session-cookie.ts";
import { authorOf, signedOutAuthor } from "../../pipeline/audit-author.ts";
import type { PersonActor } from "../../pipeline/request-actor.ts";
import { openRoute, personRoute, type Reply, type Route } from "../../pipeline/route.ts";
import type { Services } from "../../pipeline/services.ts";
import {
  asBrowserSessions,
  choiceHashOf,
  endedWith,
  noBrowserCookies,
  sessionsInBrowser,
} from "../../sign-in/browser-sessions.ts";
import { checkSignIn, requirePasswordSignIn } from "../../sign-in/check-password.ts";
import { choosing, openedOrHalf } from "./choose-workspace.ts";

export const sessionRoutes: Route[] = [
  openRoute({
    method: "POST",
    path: "/session",
    summary:
      "Sign in; whoever has a second factor is asked for it next, and whoever is in several workspaces chooses one",
    body: SignInBody,
    response: dataOf(z.union([PersonMeSchema, SignInNeedsSchema, WorkspaceChoiceSchema])),
    async handle(call) {
      const { services, request, body } = call;
      requirePasswordSignIn(services);
      const { right, attempt } = await checkSignIn(call, { ...body, workspace: body.workspace ?? null });
      const [person, ...more] = right;
      if (person === undefined) throw wrongSignIn();
      if (more.length > 0) {
        const accounts = right.map(({ id, passwordHash }) => ({ personId: id, passwordHash }));
        return choosing(services.baseUrl, await services.performer.perform(offerChoices, { accounts, attempt }));
      }
      const held = await sessionsInBrowser(services, request);
      const { id: personId, passwordHash } = person;
      const input = { personId, passwordHash, attempt, inBrowser: asBrowserSessions(held), agent: agentOf(request) };
      const opened = await services.performer.perform(openSession, input, signedOutAuthor(person, call.origin()));
      return openedOrHalf(services, opened, { request, held });
    },
  }),
  personRoute({
    method: "DELETE",
    path: "/session",
    summary: "Sign out",
    role: "viewer",
    beforeFactor: true,
    response: null,
    handle: ({ services, request, actor }) => signOut(services, request, actor),
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
      return signOut(services, call.request, actor);
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
      const isHere = id === sessionId(actor.sessionHash);
      const choice = isHere ? null : (choiceHashOf(call.request, services.baseUrl) ?? null);
      await services.performer.perform(endListedSession, { ...ownSessions(actor), id, choice }, authorOf(call));
      return isHere ? signOut(services, call.request, actor) : { status: 204, body: null };
    },
  }),
];

/** Signs the browser out of every workspace: whoever comes next finds nothing open. */
async function signOut({ performer, baseUrl }: Services, request: IncomingMessage, actor: PersonActor): Promise<Reply> {
  await performer.perform(endSession, endedWith(request, baseUrl, actor.sessionHash));
  return { status: 204, body: null, headers: signedOutHeaders(baseUrl, noBrowserCookies(request, baseUrl)) };
}

function ownSessions({ personId, reach: { workspaceId } }: PersonActor): { workspaceId: string; personId: string } {
  return { workspaceId, personId };
}
