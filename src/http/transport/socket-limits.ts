// How many connections a server holds: so many from one network address, so many in all. Whoever opens more has their
// oldest idle one closed, and when there is no room at all, whoever has the most does. Nobody is locked out by idle ones.
import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { AddressRange } from "../../lib/network/address-range.ts";
import { hasCarried } from "./carried-requests.ts";
import { otherEnd } from "./client-address.ts";

export interface ConnectionLimits {
  total: number;
  /** Connections from one network address; 0 means any number. Trusted proxies have no limit, as they speak for many people. */
  perAddress: number;
  proxies: readonly AddressRange[];
}

/** Connections that may be closing while as many come in. */
const CLOSING = 500;

export function limitConnections(server: Server, { total, perAddress, proxies }: ConnectionLimits): void {
  server.maxConnections = total + CLOSING;
  const held = new Map<string, Set<Socket>>();
  let count = 0;

  const add = (address: string, socket: Socket) => {
    let own = held.get(address);
    if (own === undefined) {
      own = new Set();
      held.set(address, own);
    }
    own.add(socket);
    count++;
  };
  const drop = (address: string, socket: Socket) => {
    const own = held.get(address);
    if (own?.delete(socket) !== true) return;
    count--;
    if (own.size === 0) held.delete(address);
  };
  /** False when there is none that could be closed. */
  const closeIdle = (address: string): boolean => {
    const idle = idleOf(held.get(address) ?? []);
    if (idle === undefined) return false;
    drop(address, idle);
    idle.destroy();
    return true;
  };
  const makeRoom = (): boolean =>
    [...held].sort(([, a], [, b]) => b.size - a.size).some(([address]) => closeIdle(address));

  server.on("connection", (socket: Socket) => {
    const { address, isProxy } = otherEnd(socket, proxies);
    const isFull = perAddress > 0 && !isProxy && (held.get(address)?.size ?? 0) >= perAddress;
    const hasRoom = (!isFull || closeIdle(address)) && (count < total || makeRoom());
    if (!hasRoom) {
      socket.destroy();
      return;
    }
    add(address, socket);
    socket.once("close", () => drop(address, socket));
  });
}

/** The oldest that has never carried a request, else the oldest that carries none now. */
function idleOf(sockets: Iterable<Socket>): Socket | undefined {
  let idle: Socket | undefined;
  for (const socket of sockets) {
    if (isBusy(socket)) continue;
    if (!hasCarried(socket)) return socket;
    idle ??= socket;
  }
  return idle;
}

/** Whether an answer is under way: from the end of a request's headers until all of it was sent. */
function isBusy(socket: Socket): boolean {
  return ((socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage ?? null) !== null;
}
