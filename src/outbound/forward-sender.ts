// Sends what waits for connected tools: takes a connection that has something to send, sends its oldest, keeps what came of
// it. Of one connection one thing is under way at a time, on whatever server, so that a tool hears things in their order.

import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import {
  type FinishForward,
  finishForward,
  LEASE_MS,
  type TakenForward,
  takeForward,
} from "../actions/outbox/forward-attempts.ts";
import type { IssueEvent } from "../domain/connections/connection.ts";
import { openCredentials } from "../domain/connections/connection-secrets.ts";
import type { Performer } from "../engine/performer.ts";
import { TOOL_REGISTRY } from "../integrations/tool-registry.ts";
import type { ForwardResult } from "../integrations/toolkit/forwarder.ts";
import type { Clock } from "../lib/clock.ts";
import type { Cipher } from "../lib/crypto/cipher.ts";
import type { MakeCall } from "../lib/network/call-once.ts";
import { listDue } from "../storage/connections/connections.ts";
import type { Reader } from "../storage/database/database.ts";

interface ForwardingOptions {
  reader: Reader;
  performer: Performer;
  cipher: Cipher;
  clock: Clock;
  call: MakeCall;
  onError(error: Error): void;
}

export interface Forwarding {
  /** Something may be waiting: look now. */
  wake(): void;
  /** Sends nothing more; waits for what is being sent. */
  close(): Promise<void>;
}

/** Other servers may have left something behind, and what failed is due again: look from time to time. */
const LOOK_EVERY_MS = 1_000;
/** Before the lease ends no call is begun that might not end with it: another server would do the same beside it. */
const LAST_CALL_MS = 15_000;
/** Connections served at once. */
const AT_ONCE = 20;

export function startForwarding(options: ForwardingOptions): Forwarding {
  const { reader, performer, clock, onError } = options;
  const busy = new Map<string, Promise<void>>();
  let looking: Promise<void> | null = null;
  let again = false;
  let closed = false;

  const look = async () => {
    // What the units of one tick leave to be sent is found with one query.
    for (; again && !closed; await yieldToEventLoop()) {
      again = false;
      for (const { id } of await listDue(reader, clock(), AT_ONCE * 2)) {
        if (closed || busy.size >= AT_ONCE) break;
        if (!busy.has(id)) start(id);
      }
    }
  };
  const start = (id: string) => {
    const served = serve(id)
      .catch(onError)
      .finally(() => {
        busy.delete(id);
        wake();
      });
    busy.set(id, served);
  };
  /** One after the other, as long as there is something due. */
  const serve = async (id: string) => {
    while (!closed) {
      const until = clock() + LEASE_MS - LAST_CALL_MS;
      const taken = await performer.perform(takeForward, { id });
      if (taken === null) return;
      const { end } = await carryOut(options, taken, until);
      if (end !== "delivered") return;
    }
  };
  const wake = () => {
    if (closed) return;
    again = true;
    looking ??= look()
      .catch(onError)
      .finally(() => {
        looking = null;
      });
  };
  const timer = setInterval(wake, LOOK_EVERY_MS).unref();
  wake();
  return {
    wake,
    async close() {
      closed = true;
      clearInterval(timer);
      await looking;
      await Promise.all(busy.values());
    },
  };
}

async function carryOut(options: ForwardingOptions, taken: TakenForward, until: number): Promise<FinishForward> {
  const { connection, forward } = taken;
  const sent = await send(options, taken, until).catch((error: Error): ForwardResult => {
    options.onError(error);
    return { end: "again", outcome: "failed", httpStatus: null, waitMs: null, item: null };
  });
  const finish = { id: connection.id, forwardId: forward.id, ...sent };
  await options.performer.perform(finishForward, finish);
  return finish;
}

async function send({ cipher, call }: ForwardingOptions, taken: TakenForward, until: number): Promise<ForwardResult> {
  const { connection, forward, item } = taken;
  const { forwarder } = TOOL_REGISTRY[connection.tool];
  if (forwarder === null) {
    return { end: "refused", outcome: "not_possible", httpStatus: null, waitMs: null, item: null };
  }
  return forwarder({
    connectionId: connection.id,
    settings: JSON.parse(connection.settings),
    credentials: openCredentials(cipher, connection.id, connection.credentials),
    event: JSON.parse(forward.event) as IssueEvent,
    item,
    again: forward.attempts > 0,
    call: (outgoing) => call({ ...outgoing, until }),
  });
}
