// The answer to whoever has just signed in: who they are, and the cookies that say so, whichever way they came.
import type { IncomingMessage } from "node:http";
import type { NewSession } from "../../actions/access/sign-in.ts";
import { reachOf } from "../../storage/access/keys.ts";
import { listChoices } from "../../storage/access/sign-in-choices.ts";
import { getWorkspace } from "../../storage/workspace/workspaces.ts";
import { isOperator, presentPersonMe } from "../../wire/access/person.ts";
import { presentData } from "../../wire/envelope.ts";
import { knownBrowserCookie } from "../admission/known-browser.ts";
import { sessionCookie } from "../admission/session-cookie.ts";
import type { Reply } from "../pipeline/route.ts";
import type { Services } from "../pipeline/services.ts";
import { choiceHashOf, type HeldSession, noChoiceCookie, othersCookies } from "./browser-sessions.ts";

/** What the browser had before, and has kept. */
export interface Browser {
  request: IncomingMessage;
  held: readonly HeldSession[];
}

/** `hasFactor`: who has none may have to set one up first. */
export async function signedIn(
  services: Services,
  session: NewSession,
  hasFactor: boolean,
  browser: Browser,
): Promise<Reply> {
  const { person } = session;
  const isDemanded = !hasFactor && (await getWorkspace(services.reader, person)).secondFactor === "required";
  const apps = reachOf(person).apps as string[] | null;
  const me = presentPersonMe({ ...person, apps, operator: isOperator(person), needs_second_factor: isDemanded });
  return { body: presentData(me), headers: { "set-cookie": await signedInCookies(services, session, browser) } };
}

/**
 * Every door that opens a session sets these, and no others: the session, that its person's browser is known from now on, and which of what
 * the browser had before stays theirs.
 */
export async function signedInCookies(
  services: Services,
  { person, token }: NewSession,
  { request, held }: Browser,
): Promise<string[]> {
  const { baseUrl } = services;
  const own = [sessionCookie(baseUrl, token), knownBrowserCookie(services, person.id)];
  const forgotten = (await isChoiceOfSomebodyElse(services, request, person.email)) ? noChoiceCookie(baseUrl) : [];
  return [...own, ...othersCookies(services, request, held, person), ...forgotten];
}

/** What could be opened by whoever signed in before with another address must not be left to this person. */
async function isChoiceOfSomebodyElse(services: Services, request: IncomingMessage, email: string): Promise<boolean> {
  const hash = choiceHashOf(request, services.baseUrl);
  if (hash === undefined) return false;
  return (await listChoices(services.reader, hash, services.clock())).some((choice) => choice.email !== email);
}
