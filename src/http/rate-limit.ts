// How many requests a minute each key, or each person, may make at this server.
import type { FastifyReply } from "fastify";
import { Fault } from "../domain/fault.ts";
import { type Clock, MINUTE_MS } from "../lib/clock.ts";
import { Rate } from "../lib/rate.ts";

/** Pages follow what changes by asking again: people at work must never meet their limit. */
const PEOPLE = 10;

export interface RateLimit {
  /** Counts a request. Throws `rate_limited`. */
  admit(id: string, reply: FastifyReply): void;
}

/** Keys are told in each answer how much is left. */
export function limitKeys(perMinute: number, clock: Clock): RateLimit | null {
  if (perMinute === 0) return null;
  const rate = new Rate(MINUTE_MS);
  const limit = String(perMinute);
  return {
    admit(id, reply) {
      const { n, seconds } = rate.count(id, clock());
      reply.header("ratelimit-limit", limit);
      reply.header("ratelimit-remaining", String(Math.max(perMinute - n, 0)));
      reply.header("ratelimit-reset", String(seconds));
      if (n > perMinute) throw tooMany("This key", perMinute, seconds);
    },
  };
}

export function limitPeople(perMinute: number, clock: Clock): RateLimit | null {
  if (perMinute === 0) return null;
  const rate = new Rate(MINUTE_MS);
  const limit = PEOPLE * perMinute;
  return {
    admit(id) {
      const { n, seconds } = rate.count(id, clock());
      if (n > limit) throw tooMany("You", limit, seconds);
    },
  };
}

function tooMany(who: string, limit: number, seconds: number): Fault {
  const verb = who === "You" ? "have" : "has";
  const message = `${who} ${verb} made the ${limit} requests that a minute allows; try again in ${seconds} s.`;
  return new Fault("rate_limited", message, undefined, seconds);
}
