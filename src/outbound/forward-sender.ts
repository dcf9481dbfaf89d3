// Sends what waits for connected tools: takes a connection that has something to send, sends its oldest, keeps what came of
// it. Of one connection one thing is under way at a time, on whatever server, so that a tool hears things in their order.

import { finishForward, type TakenForward, takeForward } from "../actions/outbox/forward-attempts.ts";
import { lookAtGate } from "../actions/outbox/watch-gate.ts";
import { openCredential, openCredentials } from "../domain/connections/connection-secrets.ts";
import { FORWARD_LEASE_MS } from "../domain/limits/connection-limits.ts";
import type { Performer } from "../engine/performer.ts";
import { toolNamed } from "../integrations/tool-registry.ts";
import type { ForwardResult } from "../integrations/toolkit/forwarder.ts";
import { createSemaphore } from "../lib/async/semaphore.ts";
import type { Clock } from "../lib/clock.ts";
import type { Cipher } from "../lib/crypto/cipher.ts";
import type { MakeCall, Outgoing } from "../lib/network/call-once.ts";
import { type DueConnection, listDue } from "../storage/connections/connections.ts";
import { listDueGates } from "../storage/connections/gate-watches.ts";
import type { Reader } from "../storage/database/database.ts";
import { type BackgroundSender, startSenderLoop } from "./sender-loop.ts";
import { hostIn, SENT_AT_ONCE, WaitingLines } from "./waiting-lines.ts";

interface ForwardSenderOptions {
  reader: Reader;
  performer: Performer;
  cipher: Cipher;
  /** What needs a key that this server was not given is left to others. */
  hasOtherKey(): boolean;
  clock: Clock;
  call: MakeCall;
  onError(error: Error): void;
}

/** Calls end with the lease at the latest: none is begun later than this before it, or another server would repeat it. */
const LAST_CALL_MS = 15_000;
/** Gates looked at between two looks for connections that are due. */
const GATES_AT_ONCE = 20;

export function startForwardSender(options: ForwardSenderOptions): BackgroundSender {
  const { reader, performer, hasOtherKey, clock, onError } = options;
  // `call` has the same limit of calls at once to a host. It is kept here, too, so that nothing is taken only to wait there.
  const lines = new WaitingLines<DueConnection>(createSemaphore(SENT_AT_ONCE), clock);

  /** Sends a connection's oldest event. The next one is due at once, behind those of others. */
  const serve = async (id: string) => {
    const until = clock() + FORWARD_LEASE_MS - LAST_CALL_MS;
    const taken = await performer.perform(takeForward, { id });
    if (taken !== null) await carryOut(options, taken, until);
  };
  return startSenderLoop({
    onError,
    async look(loop) {
      if (hasOtherKey()) return false;
      const gates = await listDueGates(reader, GATES_AT_ONCE);
      for (const connectionId of gates) await performer.perform(lookAtGate, { connectionId });
      const isMore = await lines.read(
        (after, limit) => listDue(reader, clock(), after, limit),
        (row) => ({ id: row.id, host: hostOf(options, row), workspaceId: row.workspaceId }),
      );
      if (loop.closed) return false;
      for (const { id, release } of lines.take()) loop.send(serve(id).finally(release));
      return isMore || gates.length === GATES_AT_ONCE;
    },
  });
}

/** The host of a connection: of the address that was entered, or else of the tool's only place. */
function hostOf({ cipher }: ForwardSenderOptions, { id, tool, settings, credentials }: DueConnection): string {
  const [name = ""] = toolNamed(tool).addresses;
  try {
    return hostIn(JSON.parse(settings)[name] ?? openCredential(cipher, id, credentials, name), tool);
  } catch {
    // What can't be decrypted fails when it is to be sent; it keeps nobody else from sending.
    return tool;
  }
}

async function carryOut(options: ForwardSenderOptions, taken: TakenForward, until: number): Promise<void> {
  const { connection, forward } = taken;
  const sent = await send(options, taken, until).catch((error: Error): ForwardResult => {
    options.onError(error);
    return { end: "again", outcome: "failed", httpStatus: null, waitMs: null, item: null };
  });
  await options.performer.perform(finishForward, { id: connection.id, forwardId: forward.id, ...sent });
}

async function send(
  { cipher, clock, call }: ForwardSenderOptions,
  taken: TakenForward,
  until: number,
): Promise<ForwardResult> {
  const { connection, forward, event, item } = taken;
  const { forwarder, publisher } = toolNamed(connection.tool);
  const common = {
    settings: JSON.parse(connection.settings),
    credentials: openCredentials(cipher, connection.id, connection.credentials),
    call: (outgoing: Outgoing) => call({ ...outgoing, until }),
  };
  if ("type" in event) {
    if (publisher !== undefined) return publisher({ ...common, eventId: forward.id, now: clock(), event });
  } else if (forwarder !== null) {
    return forwarder({ ...common, connectionId: connection.id, event, item, again: forward.attempts > 0 });
  }
  return { end: "refused", outcome: "not_possible", httpStatus: null, waitMs: null, item: null };
}
