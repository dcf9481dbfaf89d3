// /session/workspace and /session/workspaces: one of several workspaces is chosen after signing in, and another one later.
import * as z from "zod";
import { type Offered, openChoice } from "../../../actions/access/choose-workspace.ts";
import type { HalfSignedIn, NewSession } from "../../../actions/access/sign-in.ts";
import { isSessionAlive } from "../../../domain/access/sign-in-rules.ts";
import { notFound } from "../../../domain/fault.ts";
import { reachOf } from "../../../storage/access/keys.ts";
import { type ListedChoice, listChoices } from "../../../storage/access/sign-in-choices.ts";
import { getWorkspace } from "../../../storage/workspace/workspaces.ts";
import { isOperator, PersonMeSchema, presentPersonMe } from "../../../wire/access/person.ts";
import { presentNeeds, SignInNeedsSchema } from "../../../wire/access/second-factor.ts";
import {
  ChooseWorkspaceBody,
  type OwnWorkspace,
  OwnWorkspaceSchema,
  presentChoice,
} from "../../../wire/access/workspace-choice.ts";
import { dataOf, presentData } from "../../../wire/envelope.ts";
import { agentOf } from "../../admission/browser-of-request.ts";
import { sessionCookie } from "../../admission/session-cookie.ts";
import { signedOutAuthor } from "../../pipeline/audit-author.ts";
import { openRoute, type Reply, type Route } from "../../pipeline/route.ts";
import type { Services } from "../../pipeline/services.ts";
import {
  asBrowserSessions,
  choiceCookie,
  choiceHashOf,
  type HeldSession,
  othersCookies,
  sessionsInBrowser,
} from "../../sign-in/browser-sessions.ts";
import { halfSessionCookie } from "../../sign-in/half-session-cookie.ts";
import { type Browser, signedIn } from "../../sign-in/signed-in.ts";

export const chooseWorkspaceRoutes: Route[] = [
  openRoute({
    method: "GET",
    path: "/session/workspaces",
    summary: "List the workspaces that this browser is signed in to, or may open",
    response: dataOf(OwnWorkspaceSchema.array()),
    async handle({ services, request }) {
      const { reader, baseUrl, clock } = services;
      const now = clock();
      const listed = new Map<string, OwnWorkspace>();
      const hash = choiceHashOf(request, baseUrl);
      const choices = hash === undefined ? [] : await listChoices(reader, hash, now);
      for (const { workspaceId: id, workspaceName: name, personId: person } of choices) {
        listed.set(id, { id, name, person, current: false });
      }
      for (const held of await sessionsInBrowser(services, request)) {
        if (!isSessionAlive(held, now) || isOfSomebodyElse(held, choices)) continue;
        const { id, name } = await getWorkspace(reader, held);
        listed.set(id, { id, name, person: held.personId, current: held.isCurrent });
      }
      const workspaces = [...listed.values()].sort((a, b) => BY_NAME.compare(a.name, b.name) || (a.id < b.id ? -1 : 1));
      return { body: presentData(JSON.stringify(workspaces)) };
    },
  }),
  openRoute({
    method: "POST",
    path: "/session/workspace",
    summary: "Go to a workspace that this browser is signed in to, or may open",
    body: ChooseWorkspaceBody,
    response: dataOf(z.union([PersonMeSchema, SignInNeedsSchema])),
    async handle(call) {
      const { services, request, body } = call;
      const held = await sessionsInBrowser(services, request);
      const now = services.clock();
      const hash = choiceHashOf(request, services.baseUrl);
      const choices = hash === undefined ? [] : await listChoices(services.reader, hash, now);
      const isOpen = (one: HeldSession) =>
        one.workspaceId === body.workspace && isSessionAlive(one, now) && !isOfSomebodyElse(one, choices);
      const open = held.find(isOpen);
      if (open !== undefined) return goTo(services, open, { request, held });
      if (hash === undefined) throw notFound("workspace");
      const input = { hash, workspaceId: body.workspace, inBrowser: asBrowserSessions(held), agent: agentOf(request) };
      const by = signedOutAuthor(undefined, call.origin());
      const opened = await services.performer.perform(openChoice, input, by);
      if (opened === null) throw notFound("workspace");
      return openedOrHalf(services, opened, { request, held });
    },
  }),
];

/** Whoever may choose has signed in last: what the browser had of another address is not theirs, and ends when they have chosen. */
function isOfSomebodyElse(held: HeldSession, choices: readonly ListedChoice[]): boolean {
  return choices.some(({ email }) => email !== held.email);
}

/** Sorts names as people look them up: capitals make no difference. */
const BY_NAME = new Intl.Collator("en", { sensitivity: "base", numeric: true });

/** The one that the browser is in stays open beside it. */
async function goTo(services: Services, session: HeldSession, { request, held }: Browser): Promise<Reply> {
  const { personId: id, token, needsFactor } = session;
  const apps = reachOf(session).apps as string[] | null;
  const me = presentPersonMe({
    ...session,
    id,
    apps,
    operator: isOperator(session),
    needs_second_factor: needsFactor === 1,
  });
  const cookies = [sessionCookie(services.baseUrl, token), ...othersCookies(services, request, held, session)];
  return { body: presentData(me), headers: { "set-cookie": cookies } };
}

/** Whoever has a second factor is asked for it next. */
export async function openedOrHalf(
  services: Services,
  opened: NewSession | HalfSignedIn,
  browser: Browser,
): Promise<Reply> {
  if (!("needs" in opened)) return signedIn(services, opened, false, browser);
  const headers = { "set-cookie": halfSessionCookie(services.baseUrl, opened.token) };
  return { body: presentData(presentNeeds(opened.needs)), headers };
}

/** The answer to whoever has signed in to several. */
export function choosing(baseUrl: string, { token, choices }: Offered): Reply {
  const headers = { "set-cookie": choiceCookie(baseUrl, token) };
  return { body: presentData(JSON.stringify(presentChoice(choices))), headers };
}
