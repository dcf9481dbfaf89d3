// The way in for tools: an API key in the Authorization header. Nothing else counts, cookies least of all.
import type { IncomingMessage } from "node:http";
import { Fault } from "../../domain/fault.ts";
import { FAILED_KEYS_A_MINUTE } from "../../domain/limits.ts";
import type { Clock } from "../../lib/clock.ts";
import type { SharedRate } from "../../lib/collections/shared-rate.ts";
import { tokenHash } from "../../lib/crypto/token.ts";
import type { AddressRange } from "../../lib/network/address-range.ts";
import { rateScope } from "../../storage/workspace/counters.ts";
import type { Admission } from "../pipeline/request-actor.ts";
import { clientAddress } from "../transport/client-address.ts";
import type { KeyRing } from "./key-lookup.ts";

export function admitKeys(keys: KeyRing, rates: SharedRate, clock: Clock, proxies: readonly AddressRange[]): Admission {
  function refusal(request: IncomingMessage): Fault {
    const scope = rateScope("bad-key", tokenHash(clientAddress(request, proxies)));
    const { isOver, seconds } = rates.count(scope, FAILED_KEYS_A_MINUTE, clock());
    if (!isOver) {
      return new Fault(
        "unauthorized",
        "This API key is not valid: it is mistyped, was revoked, has expired, or never existed.",
      );
    }
    const message = `Too many requests with invalid keys came from this network address; try again in ${seconds} s.`;
    return new Fault("rate_limited", message, undefined, seconds);
  }

  return {
    screen() {},
    findNow({ headers }, stamp) {
      const token = bearerOf(headers.authorization);
      return token === undefined ? undefined : keys.findNow(token, stamp);
    },
    async find(request, stamp) {
      const { authorization } = request.headers;
      if (authorization === undefined) {
        throw new Fault("unauthorized", "An API key is needed: send the header Authorization: Bearer <key>.");
      }
      const token = bearerOf(authorization);
      const actor = token === undefined ? undefined : await keys.find(token, stamp);
      if (actor !== undefined) return actor;
      throw refusal(request);
    },
  };
}

/** The token in an Authorization header. */
export function bearerOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const space = header.indexOf(" ");
  const isBearer = space !== -1 && header.slice(0, space).toLowerCase() === "bearer";
  return isBearer ? header.slice(space + 1).trim() : undefined;
}
