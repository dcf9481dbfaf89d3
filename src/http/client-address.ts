// The network address that a request comes from, as it is written and for counting: what one sender can vary at will counts
// as one.
import type { IncomingMessage } from "node:http";
import { addressBytes, isIn, MAPPED, readRange, writtenAddress } from "../lib/address-range.ts";

const LOOPBACK = [readRange("127.0.0.0/8"), readRange("::1/128")];
/** A household or a machine is given an IPv6 network of 64 bits at least. */
const NETWORK_BYTES = 8;

/** A proxy on this very machine is believed when it says whose request it passes on; nobody else is. */
export function clientAddress(request: IncomingMessage): string {
  const client = clientBytes(request);
  return client === undefined ? "unknown" : spelled(client);
}

/** The whole address as people write it; null if it is not known. */
export function shownAddress(request: IncomingMessage): string | null {
  const client = clientBytes(request);
  return client === undefined ? null : writtenAddress(client);
}

/** Whether the other end of a connection is on this machine; undefined is not. */
export function isLoopback(address: string | undefined): boolean {
  const bytes = addressBytes(address ?? "");
  return bytes !== undefined && LOOPBACK.some((range) => isIn(bytes, range));
}

function clientBytes({ socket, headers }: IncomingMessage): Uint8Array | undefined {
  const peer = addressBytes(socket.remoteAddress ?? "");
  if (peer === undefined) return undefined;
  return (isLoopback(socket.remoteAddress) ? addressBytes(lastOf(headers["x-forwarded-for"])) : undefined) ?? peer;
}

/** Each proxy adds at the end whom it was asked by: what stands before, anybody may have written. */
function lastOf(header: string | string[] | undefined): string {
  const list = Array.isArray(header) ? header.join(",") : (header ?? "");
  return list.slice(list.lastIndexOf(",") + 1).trim();
}

function spelled(bytes: Uint8Array): string {
  return Buffer.from(isIn(bytes, MAPPED) ? bytes : bytes.subarray(0, NETWORK_BYTES)).toString("hex");
}
