// Sends what waits for connected tools: takes a connection that has something to send, sends its oldest, keeps what came of
// it. Of one connection one thing is under way at a time, on whatever server, so that a tool hears things in their order.

import {
  type FinishForward,
  finishForward,
  LEASE_MS,
  type TakenForward,
  takeForward,
} from "../actions/outbox/forward-attempts.ts";
import { lookAtGate } from "../actions/outbox/watch-gate.ts";
import { openCredentials } from "../domain/connections/connection-secrets.ts";
import type { Performer } from "../engine/performer.ts";
import { TOOL_REGISTRY } from "../integrations/tool-registry.ts";
import type { ForwardResult } from "../integrations/toolkit/forwarder.ts";
import type { Clock } from "../lib/clock.ts";
import type { Cipher } from "../lib/crypto/cipher.ts";
import type { MakeCall, Outgoing } from "../lib/network/call-once.ts";
import { listDue } from "../storage/connections/connections.ts";
import { listDueGates } from "../storage/connections/gate-watches.ts";
import type { Reader } from "../storage/database/database.ts";
import { type BackgroundSender, type SenderLoop, startSenderLoop } from "./sender-loop.ts";

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

/** Before the lease ends no call is begun that might not end with it: another server would do the same beside it. */
const LAST_CALL_MS = 15_000;
/** Connections served at once. */
const AT_ONCE = 20;

export function startForwardSender(options: ForwardSenderOptions): BackgroundSender {
  const { reader, performer, hasOtherKey, clock, onError } = options;
  const busy = new Set<string>();

  /** One after the other, as long as there is something due. */
  const serve = async (loop: SenderLoop, id: string) => {
    while (!loop.closed && !hasOtherKey()) {
      const until = clock() + LEASE_MS - LAST_CALL_MS;
      const taken = await performer.perform(takeForward, { id });
      if (taken === null) return;
      const { end } = await carryOut(options, taken, until);
      if (end !== "delivered") return;
    }
  };
  return startSenderLoop({
    onError,
    async look(loop) {
      if (hasOtherKey()) return false;
      const gates = await listDueGates(reader, AT_ONCE);
      for (const connectionId of gates) await performer.perform(lookAtGate, { connectionId });
      for (const { id } of await listDue(reader, clock(), AT_ONCE * 2)) {
        if (loop.closed || busy.size >= AT_ONCE) break;
        if (busy.has(id)) continue;
        busy.add(id);
        loop.send(serve(loop, id).finally(() => busy.delete(id)));
      }
      return gates.length === AT_ONCE;
    },
  });
}

async function carryOut(options: ForwardSenderOptions, taken: TakenForward, until: number): Promise<FinishForward> {
  const { connection, forward } = taken;
  const sent = await send(options, taken, until).catch((error: Error): ForwardResult => {
    options.onError(error);
    return { end: "again", outcome: "failed", httpStatus: null, waitMs: null, item: null };
  });
  const finish = { id: connection.id, forwardId: forward.id, ...sent };
  await options.performer.perform(finishForward, finish);
  return finish;
}

async function send(
  { cipher, clock, call }: ForwardSenderOptions,
  taken: TakenForward,
  until: number,
): Promise<ForwardResult> {
  const { connection, forward, event, item } = taken;
  const { forwarder, publisher } = TOOL_REGISTRY[connection.tool];
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
