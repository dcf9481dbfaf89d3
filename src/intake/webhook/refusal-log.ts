// Logs the deliveries that are refused before they are received, once they are answered. Of each app it keeps so many
// an hour, and so many bytes of bodies, because a flood must not fill the disk.

import { logDelivery } from "../../actions/webhook/receive-delivery.ts";
import type { Fault } from "../../domain/fault.ts";
import { LOGGED_REFUSAL_BYTES_AN_HOUR, LOGGED_REFUSALS_AN_HOUR } from "../../domain/limits.ts";
import type { Performer } from "../../engine/performer.ts";
import { type Clock, HOUR_MS } from "../../lib/clock.ts";
import { windowAt } from "../../lib/time-window.ts";
import type { Received } from "../../storage/webhook/deliveries.ts";

export interface RefusalLog {
  /** `size` is that of the body in bytes; `received` is asked for only where the delivery is logged. */
  add(appId: string, fault: Fault, size: number, received: () => Received): void;
  /** Whether the log takes no more of this app's deliveries in this hour. */
  isFull(appId: string): boolean;
}

export function refusalLog({ clock, performer }: { clock: Clock; performer: Performer }): RefusalLog {
  let nextHour = 0;
  const kept = new Map<string, { entries: number; bytes: number }>();
  const isFull = (appId: string) => {
    const now = clock();
    if (now >= nextHour) {
      kept.clear();
      nextHour = windowAt(now, HOUR_MS).end;
    }
    return (kept.get(appId)?.entries ?? 0) >= LOGGED_REFUSALS_AN_HOUR;
  };
  const add: RefusalLog["add"] = (appId, { code, message }, size, received) => {
    if (isFull(appId)) return;
    const sum = kept.get(appId) ?? { entries: 0, bytes: 0 };
    kept.set(appId, sum);
    sum.entries++;
    sum.bytes += size;
    const whole = received();
    const entry =
      sum.bytes <= LOGGED_REFUSAL_BYTES_AN_HOUR ? whole : { ...whole, encoding: "none" as const, body: null };
    const refused = { received: entry, appId, refusal: { code, message } };
    setImmediate(() => void performer.perform(logDelivery, refused).catch(() => {}));
  };
  return { add, isFull };
}
