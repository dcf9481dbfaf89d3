// What the routes are given: the reading side, the one way to write, and the few tools of the edge.
import type { ServerResponse } from "node:http";
import type { Performer } from "../actions/perform.ts";
import type { Reported } from "../domain/report/report.ts";
import type { Cipher } from "../lib/cipher.ts";
import type { Clock } from "../lib/clock.ts";
import type { Lookup } from "../lib/resolve-public.ts";
import type { Sealer } from "../lib/seal.ts";
import type { Reader } from "../storage/database.ts";
import type { Delivery } from "../storage/deliveries.ts";
import type { WebhookDoor } from "../storage/webhooks.ts";
import type { PersonActor } from "./admission.ts";

export interface Services {
  reader: Reader;
  performer: Performer;
  cursors: Sealer;
  cipher: Cipher;
  clock: Clock;
  baseUrl: string;
  webhookRate: number;
  notifyAllowedHosts: ReadonlySet<string>;
  lookup: Lookup;
  /** What an admin does with deliveries by hand. */
  webhook: {
    preview(
      door: WebhookDoor,
      payload: Record<string, unknown> | string | Delivery,
    ): Promise<{ reported: Reported; raisedBy: string; error: { code: string; message: string } | null }>;
    replay(appId: string, delivery: Delivery): Promise<string>;
  };
  /** Where notifications wait to be sent. */
  outbox: { wake(): void };
  /** Tells people's pages what changed. */
  live: {
    /** Throws `rate_limited`, `unavailable`. */
    open(actor: PersonActor): Promise<(response: ServerResponse) => void>;
    /** Ends every stream at once. */
    close(): void;
  };
}
