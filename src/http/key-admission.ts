// The way in for tools: an API key in the Authorization header. Nothing else counts, cookies least of all.
import { Fault } from "../domain/fault.ts";
import type { Admission } from "./admission.ts";
import type { KeyRing } from "./key-ring.ts";

export function admitKeys(keys: KeyRing): Admission {
  return {
    screen() {},
    findNow({ headers }, stamp) {
      const token = tokenOf(headers.authorization);
      return token === undefined ? undefined : keys.findNow(token, stamp);
    },
    async find({ headers: { authorization } }, stamp) {
      if (authorization === undefined) {
        throw new Fault("unauthorized", "An API key is needed: send the header Authorization: Bearer <key>.");
      }
      const token = tokenOf(authorization);
      const actor = token === undefined ? undefined : await keys.find(token, stamp);
      if (actor !== undefined) return actor;
      throw new Fault("unauthorized", "This API key is not valid: it is mistyped, was revoked, or never existed.");
    },
  };
}

function tokenOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const space = header.indexOf(" ");
  const isBearer = space !== -1 && header.slice(0, space).toLowerCase() === "bearer";
  return isBearer ? header.slice(space + 1).trim() : undefined;
}
