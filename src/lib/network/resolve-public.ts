// From a host to the addresses that may be called: every one that the name leads to has to be allowed.
import { lookup as systemDns } from "node:dns/promises";
import { isIP } from "node:net";
import { waitAtMost } from "../async/time-limit.ts";
import { isMetadataAddress, isPublicAddress } from "./public-address.ts";

/** Gives all addresses of a name; throws or gives none when it has none. */
export type AddressLookup = (host: string) => Promise<string[]>;

export type Resolution = { ok: true; addresses: string[] } | { ok: false; why: "unresolved" | "private_address" };

/** Looks a name up as the system does, so that its hosts file counts. */
export const systemLookup: AddressLookup = async (host) =>
  (await systemDns(host, { all: true })).map(({ address }) => address);

/** Whether an address may be talked to: a public one, or for a listed host any but those of a cloud's credentials. */
export function mayReach(address: string, exempt: boolean): boolean {
  return exempt ? isIP(address) !== 0 && !isMetadataAddress(address) : isPublicAddress(address);
}

/** Looks the host up once. One address that may not be reached is enough to refuse all of them. Never throws. */
export async function resolvePublic(host: string, exempt: boolean, lookup: AddressLookup): Promise<Resolution> {
  const addresses = isIP(host) === 0 ? await lookUp(host, lookup) : [host];
  if (addresses.length === 0) return { ok: false, why: "unresolved" };
  if (!addresses.every((address) => mayReach(address, exempt))) return { ok: false, why: "private_address" };
  return { ok: true, addresses };
}

/** What can be said of a host when its URL is saved, without waiting long: a name may also begin to resolve later. */
export async function checkResolved(
  host: string,
  lookup: AddressLookup = systemLookup,
  { exempt = false, limitMs = 1_000 } = {},
): Promise<"ok" | "unresolved" | "private_address"> {
  const late = (): Resolution => ({ ok: false, why: "unresolved" });
  const found = await waitAtMost(limitMs, resolvePublic(host, exempt, lookup), late);
  return found.ok ? "ok" : found.why;
}

async function lookUp(host: string, lookup: AddressLookup): Promise<string[]> {
  try {
    return await lookup(host);
  } catch {
    return [];
  }
}
