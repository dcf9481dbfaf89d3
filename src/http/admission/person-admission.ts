// The way in for people: a session cookie, from a page of our own. A session that has ended is dead at once on every server
// (session-lookup.ts); an API key counts for nothing here.

import type { IncomingMessage } from "node:http";
import { touchSession } from "../../actions/access/sign-in.ts";
import { isSessionAlive, SEEN_EVERY_MS, sessionOver, signedInAsAnother } from "../../domain/access/sign-in-rules.ts";
import { reachOf } from "../../storage/access/keys.ts";
import type { FoundSession } from "../../storage/access/sessions.ts";
import { isOperator } from "../../wire/access/person.ts";
import type { Admission, PersonActor } from "../pipeline/request-actor.ts";
import type { Services } from "../pipeline/services.ts";
import { proxyUser } from "./proxy-user.ts";
import { isSafe, requireSameOrigin } from "./same-origin.ts";
import { sessionHashOf } from "./session-cookie.ts";
import { lookUpSessions } from "./session-lookup.ts";

export function admitPeople(services: Services): Admission {
  const { reader, baseUrl, clock } = services;
  const findSession = lookUpSessions(reader);
  const touch = toucher(services);

  function isOpen(session: FoundSession | undefined, request: IncomingMessage): session is FoundSession {
    if (session === undefined || !isSessionAlive(session, clock())) return false;
    // A proxy that has opened it must still name the same person: it may know of another by now, or of none.
    return session.vouchedFor === null || session.vouchedFor === proxyUser(services, request);
  }

  function enter(session: FoundSession, isPresence: boolean): PersonActor {
    if (isPresence) touch(session, clock());
    return actorOf(session);
  }

  return {
    screen: (request, takesFile) => requireSameOrigin(request, baseUrl, takesFile),
    findNow(request, stamp, isPresence) {
      if (!reader.isLocal || !isSafe(request)) return undefined;
      const hash = sessionHashOf(request, baseUrl);
      if (hash === undefined) return undefined;
      // A local database answers at once.
      const found = findSession(hash, stamp) as FoundSession | undefined;
      return isOpen(found, request) && isFor(request, found) ? enter(found, isPresence) : undefined;
    },
    async find(request, stamp, isPresence) {
      const hash = sessionHashOf(request, baseUrl);
      const found = hash === undefined ? undefined : await findSession(hash, stamp);
      if (!isOpen(found, request)) throw sessionOver();
      if (!isFor(request, found)) throw signedInAsAnother();
      return enter(found, isPresence);
    },
  };
}

/** Names the person for whom a page was read: tabs share a session, and another tab may have gone to another workspace. */
const FOR_PERSON = "x-retest-person";

/** Whether a request is for this person; one that names nobody is for whoever is signed in. */
function isFor({ headers }: IncomingMessage, { personId }: FoundSession): boolean {
  const named = headers[FOR_PERSON];
  return named === undefined || named === personId;
}

/** One write at a time for each session, and only when the last is old enough. */
function toucher({ performer }: Services): (session: FoundSession, now: number) => void {
  const underWay = new Set<string>();
  return ({ hash, lastSeenAt }, now) => {
    if (now - lastSeenAt < SEEN_EVERY_MS || underWay.has(hash)) return;
    underWay.add(hash);
    const done = () => underWay.delete(hash);
    performer.perform(touchSession, { hash }).then(done, done);
  };
}

/** The person behind a session, with the role and reach that they have now. */
export function actorOf(session: FoundSession): PersonActor {
  const { personId, name, email, role, hash } = session;
  return {
    personId,
    name,
    email,
    channel: "interface",
    role,
    reach: reachOf(session),
    reachKey: `${session.workspaceId} ${session.apps ?? "*"}`,
    sessionHash: hash,
    confirmedAt: session.confirmedAt,
    needsFactor: session.needsFactor === 1,
    isOperator: isOperator(session),
    workspaceRate: session.requestRate,
    workspaceStreams: session.streamLimit,
  };
}
