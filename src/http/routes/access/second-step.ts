// /session/second-factor and /session/confirm: showing a factor to finish signing in, or something again before changing what one signs in with.
import { makeChallenge } from "../../../actions/access/passkey-challenge.ts";
import { confirmSession, finishSignIn } from "../../../actions/access/show-factor.ts";
import { noHalfSession, wrongFactor } from "../../../domain/access/second-factor.ts";
import { Fault } from "../../../domain/fault.ts";
import { passkeySite } from "../../../lib/crypto/passkeys.ts";
import { findPerson } from "../../../storage/access/people.ts";
import { listFactors } from "../../../storage/access/second-factors.ts";
import { presentUsePasskey, UsePasskeySchema } from "../../../wire/access/passkey.ts";
import { PersonMeSchema } from "../../../wire/access/person.ts";
import { ConfirmBody, ShowFactorBody } from "../../../wire/access/second-factor.ts";
import { dataOf, presentData } from "../../../wire/envelope.ts";
import { agentOf } from "../../admission/browser-of-request.ts";
import { sessionCookie } from "../../admission/session-cookie.ts";
import { authorOf, signedOutAuthor } from "../../pipeline/audit-author.ts";
import type { PersonActor } from "../../pipeline/request-actor.ts";
import { openRoute, personRoute, type Reply, type Route } from "../../pipeline/route.ts";
import type { Services } from "../../pipeline/services.ts";
import { asBrowserSessions, sessionsInBrowser } from "../../sign-in/browser-sessions.ts";
import { checkFactor, type FactorTry } from "../../sign-in/check-factor.ts";
import { checkOwnPassword } from "../../sign-in/check-password.ts";
import { noHalfSessionCookie, requireHalfSession } from "../../sign-in/half-session-cookie.ts";
import { signedIn } from "../../sign-in/signed-in.ts";

export const secondStepRoutes: Route[] = [
  openRoute({
    method: "POST",
    path: "/session/second-factor",
    summary: "Finish signing in with a second factor or a recovery code",
    body: ShowFactorBody,
    response: dataOf(PersonMeSchema),
    async handle(call) {
      const { services, request, body } = call;
      const half = await requireHalfSession(services, request);
      const person = await findPerson(services.reader, half.personId);
      if (person === undefined) throw noHalfSession();
      const { email } = person;
      const tried: FactorTry = { purpose: "second_factor", email, person, sessionHash: half.hash };
      const held = await sessionsInBrowser(services, request);
      const session = await checkFactor(call, tried, body, (shown, attempt) => {
        const input = { hash: half.hash, shown, attempt, inBrowser: asBrowserSessions(held), agent: agentOf(request) };
        return services.performer.perform(finishSignIn, input, signedOutAuthor(person, call.origin()));
      });
      if (session === undefined) throw wrongFactor();
      const answer = await signedIn(services, session, true, { request, held });
      const cookies = [...(answer.headers!["set-cookie"] as string[]), noHalfSessionCookie(services.baseUrl)];
      return { ...answer, headers: { "set-cookie": cookies } };
    },
  }),
  openRoute({
    method: "POST",
    path: "/session/second-factor/passkey",
    summary: "Get what a passkey is to sign to finish signing in",
    response: dataOf(UsePasskeySchema),
    async handle({ services, request }) {
      const half = await requireHalfSession(services, request);
      return askPasskey(services, half.hash, half.personId);
    },
  }),
  personRoute({
    method: "POST",
    path: "/session/confirm/passkey",
    summary: "Get what a passkey is to sign to change what you sign in with",
    role: "viewer",
    beforeFactor: true,
    response: dataOf(UsePasskeySchema),
    handle: ({ services, actor }) => askPasskey(services, actor.sessionHash, actor.personId),
  }),
  personRoute({
    method: "POST",
    path: "/session/confirm",
    summary:
      "Give your password or a second factor again, to change what you sign in with; the session goes on with a new cookie",
    role: "viewer",
    beforeFactor: true,
    body: ConfirmBody,
    response: null,
    async handle(call) {
      const { services, actor, body } = call;
      const { password, ...shown } = { ...body, recovery_code: undefined };
      const own = { personId: actor.personId, hash: actor.sessionHash };
      if (password !== undefined) {
        const { person, attempt } = await checkOwnPassword(call, "confirmation", password);
        const given = { kind: "password", passwordHash: person?.passwordHash ?? "" } as const;
        const input = { ...own, attempt, shown: given };
        const token = person !== null ? await services.performer.perform(confirmSession, input, authorOf(call)) : null;
        if (token === null) throw new Fault("invalid_request", "password: this is not your password.");
        return renewed(services, token);
      }
      const token = await checkFactor(call, tryOf(actor), shown, (found, attempt) =>
        services.performer.perform(confirmSession, { ...own, attempt, shown: found }, authorOf(call)),
      );
      if (token === undefined) throw new Fault("invalid_request", `${fieldOf(shown)}: ${wrongFactor().message}`);
      return renewed(services, token);
    },
  }),
];

/** The token before has ended, wherever it may have got to. */
function renewed({ baseUrl }: Services, token: string): Reply {
  return { status: 204, body: null, headers: { "set-cookie": sessionCookie(baseUrl, token) } };
}

async function askPasskey({ performer, reader, baseUrl }: Services, hash: string, personId: string): Promise<Reply> {
  const challenge = await performer.perform(makeChallenge, { hash });
  const factors = await listFactors(reader, personId);
  return { body: presentData(presentUsePasskey(passkeySite(baseUrl), challenge, factors)) };
}

function tryOf({ personId, name, email, sessionHash, reach: { workspaceId } }: PersonActor): FactorTry {
  return { purpose: "confirmation", email, person: { id: personId, name, workspaceId }, sessionHash };
}

/** The name of the field in which a factor was given. */
function fieldOf(given: object): string {
  return Object.keys(given).find((field) => given[field as keyof typeof given] !== undefined)!;
}
