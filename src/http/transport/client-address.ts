// The network address that a request comes from, as it is written and for counting: what one sender can vary at will counts
// as one.
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import {
  type AddressRange,
  addressBytes,
  isIn,
  MAPPED,
  readRange,
  writtenAddress,
} from "../../lib/network/address-range.ts";

const LOOPBACK = [readRange("127.0.0.0/8"), readRange("::1/128")];
/** A household or a machine is given an IPv6 network of 64 bits at least. */
const NETWORK_BYTES = 8;

/**
 * Only a proxy that is listed is believed when it says whose request it passes on. One on this very machine is no exception:
 * if it passes on what the client wrote, everybody could name any address.
 */
export function clientAddress(request: IncomingMessage, proxies: readonly AddressRange[]): string {
  const client = clientBytes(request, proxies);
  return client === undefined ? "unknown" : spelled(client);
}

/** Where a connection comes from, and whether from a proxy that is believed. */
export function otherEnd(
  { remoteAddress = "" }: Pick<Socket, "remoteAddress">,
  proxies: readonly AddressRange[],
): { address: string; isProxy: boolean } {
  const bytes = addressBytes(remoteAddress);
  return bytes === undefined
    ? { address: "unknown", isProxy: false }
    : { address: spelled(bytes), isProxy: isInSome(bytes, proxies) };
}

/** The whole address as people write it; null if it is not known. */
export function shownAddress(request: IncomingMessage, proxies: readonly AddressRange[]): string | null {
  const client = clientBytes(request, proxies);
  return client === undefined ? null : writtenAddress(client);
}

/** Whether the other end of a connection is on this machine; undefined is not. */
export function isLoopback(address: string | undefined): boolean {
  const bytes = addressBytes(address ?? "");
  return bytes !== undefined && isInSome(bytes, LOOPBACK);
}

/** Whether somebody who is not believed says whose request it passes on: a proxy that nobody has listed, or a forger. */
export function isUnlistedProxy({ socket, headers }: IncomingMessage, proxies: readonly AddressRange[]): boolean {
  const bytes = addressBytes(socket.remoteAddress ?? "");
  return headers["x-forwarded-for"] !== undefined && bytes !== undefined && !isInSome(bytes, proxies);
}

/** The client's address. Each proxy adds at the end whom it was called by: anything before an unknown one may be made up. */
function clientBytes({ socket, headers }: IncomingMessage, proxies: readonly AddressRange[]): Uint8Array | undefined {
  let client = addressBytes(socket.remoteAddress ?? "");
  if (client === undefined) return undefined;
  const passedOn = [headers["x-forwarded-for"] ?? []].flat().join(",").split(",");
  while (isInSome(client, proxies)) {
    const before = addressBytes(passedOn.pop()?.trim() ?? "");
    if (before === undefined) return client;
    client = before;
    // This machine's own addresses mean another machine when another names them.
    if (isInSome(client, LOOPBACK)) return client;
  }
  return client;
}

function isInSome(bytes: Uint8Array, ranges: readonly AddressRange[]): boolean {
  return ranges.some((range) => isIn(bytes, range));
}

function spelled(bytes: Uint8Array): string {
  return Buffer.from(isIn(bytes, MAPPED) ? bytes : bytes.subarray(0, NETWORK_BYTES)).toString("hex");
}
