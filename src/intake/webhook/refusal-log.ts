// Logs what is refused at the door after it was answered: so many deliveries an hour for each app, and so many bytes of bodies.

import { logDelivery } from "../../actions/webhook/receive-delivery.ts";
import type { Fault } from "../../domain/fault.ts";
import type { Performer } from "../../engine/performer.ts";
import { type Clock, HOUR_MS, windowAt } from "../../lib/clock.ts";
import type { Received } from "../../storage/webhook/deliveries.ts";
import { STATUS } from "../../wire/error.ts";

/** A flood must not fill the disk. */
const MAX_LOGGED = 1_000;
const MAX_LOGGED_BYTES = 8 * 1_048_576;

export interface RefusalLog {
  /** `size` is that of the body in bytes; what is kept of the delivery is asked for only where it is. */
  add(appId: string, fault: Fault, size: number, received: () => Received): void;
  /** Whether it keeps no more of this app's in this hour. */
  isFull(appId: string): boolean;
}

export function refusalLog({ clock, performer }: { clock: Clock; performer: Performer }): RefusalLog {
  let turn = 0;
  const kept = new Map<string, { entries: number; bytes: number }>();
  const isFull = (appId: string) => {
    const now = clock();
    if (now >= turn) {
      kept.clear();
      turn = windowAt(now, HOUR_MS).end;
    }
    return (kept.get(appId)?.entries ?? 0) >= MAX_LOGGED;
  };
  const add: RefusalLog["add"] = (appId, { code, message }, size, received) => {
    if (isFull(appId)) return;
    const sum = kept.get(appId) ?? { entries: 0, bytes: 0 };
    kept.set(appId, sum);
    sum.entries++;
    sum.bytes += size;
    const whole = received();
    const entry = sum.bytes <= MAX_LOGGED_BYTES ? whole : { ...whole, encoding: "none" as const, body: null };
    const refused = { received: entry, appId, status: STATUS[code], refusal: { code, message } };
    setImmediate(() => void performer.perform(logDelivery, refused).catch(() => {}));
  };
  return { add, isFull };
}
