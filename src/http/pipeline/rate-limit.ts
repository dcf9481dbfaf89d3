// How many requests a minute each key, each person, each network address, and all of a workspace together may make.
import type { IncomingMessage } from "node:http";
import type { FastifyReply } from "fastify";
import { Fault } from "../../domain/fault.ts";
import type { Clock } from "../../lib/clock.ts";
import type { SharedRate } from "../../lib/collections/shared-rate.ts";
import { tokenHash } from "../../lib/crypto/token.ts";
import type { AddressRange } from "../../lib/network/address-range.ts";
import { rateScope } from "../../storage/workspace/counters.ts";
import { clientAddress } from "../transport/client-address.ts";
import { actorId, type RequestActor } from "./request-actor.ts";

/** Pages follow what changes by asking again: people at work must never meet their limit. */
const PEOPLE = 10;

export interface RateLimit {
  /** Counts a request. Throws `rate_limited`. */
  admit(actor: RequestActor, reply: FastifyReply): void;
}

export interface AddressLimit {
  /** Counts a request by where it comes from. Throws `rate_limited`. */
  admit(request: IncomingMessage): void;
}

interface RequestRates {
  rates: SharedRate;
  /** Requests a minute of each key and person; 0 means any number. */
  apiRate: number;
  workspaceRate: number;
  clock: Clock;
}

/** Limits requests of each key and person, and of their workspace. */
export function limitRequests({ rates, apiRate, workspaceRate, clock }: RequestRates): {
  keys: RateLimit;
  people: RateLimit;
} {
  const ofWorkspace = limitWorkspaces(rates, workspaceRate, clock);
  return {
    keys: bothLimits(limitKeys(rates, apiRate, clock), ofWorkspace),
    people: bothLimits(limitPeople(rates, apiRate, clock), ofWorkspace),
  };
}

/** Limits a workspace as a whole; 0 means any number. */
function limitWorkspaces(rates: SharedRate, perMinute: number, clock: Clock): RateLimit {
  return {
    admit({ reach, workspaceRate }) {
      const limit = workspaceRate ?? perMinute;
      if (limit === 0) return;
      const { isOver, seconds } = rates.count(rateScope("workspace", reach.workspaceId), limit, clock());
      if (isOver) throw tooMany("All keys and people of this workspace together have", limit, seconds);
    },
  };
}

/** Applies one limit after the other. */
function bothLimits(first: RateLimit | null, second: RateLimit): RateLimit {
  return {
    admit(actor, reply) {
      first?.admit(actor, reply);
      second.admit(actor, reply);
    },
  };
}

/** Limits keys, which are told in each answer how much is left. */
function limitKeys(rates: SharedRate, perMinute: number, clock: Clock): RateLimit | null {
  if (perMinute === 0) return null;
  const limit = String(perMinute);
  return {
    admit(actor, reply) {
      const { isOver, left, seconds } = rates.count(rateScope("key", actorId(actor)), perMinute, clock());
      reply.header("ratelimit-limit", limit);
      reply.header("ratelimit-remaining", String(left));
      reply.header("ratelimit-reset", String(seconds));
      if (isOver) throw tooMany("This key has", perMinute, seconds);
    },
  };
}

function limitPeople(rates: SharedRate, perMinute: number, clock: Clock): RateLimit | null {
  if (perMinute === 0) return null;
  const limit = PEOPLE * perMinute;
  return {
    admit(actor) {
      const { isOver, seconds } = rates.count(rateScope("person", actorId(actor)), limit, clock());
      if (isOver) throw tooMany("You have", limit, seconds);
    },
  };
}

/** Limits requests from one address to what is open to anybody; null for any number. */
export function limitAddresses(
  rates: SharedRate,
  perMinute: number,
  clock: Clock,
  proxies: readonly AddressRange[],
): AddressLimit | null {
  if (perMinute === 0) return null;
  return {
    admit(request) {
      const address = tokenHash(clientAddress(request, proxies));
      const { isOver, seconds } = rates.count(rateScope("address", address), perMinute, clock());
      if (isOver) throw tooMany("This network address has", perMinute, seconds);
    },
  };
}

function tooMany(who: string, limit: number, seconds: number): Fault {
  const message = `${who} used up the ${limit} requests for this minute; try again in ${seconds} s.`;
  return new Fault("rate_limited", message, undefined, seconds);
}
