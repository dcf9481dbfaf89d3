// How many deliveries a minute all apps of a workspace may have together, at all servers: beside what each app may have in an hour.

import type { Fault } from "../../domain/fault.ts";
import { workspaceRateLimited } from "../../domain/webhook/refusals.ts";
import type { Clock } from "../../lib/clock.ts";
import type { SharedRate } from "../../lib/collections/shared-rate.ts";
import type { WebhookEndpoint } from "../../storage/webhook/webhooks.ts";
import { rateScope } from "../../storage/workspace/counters.ts";

/** Counts a delivery; what it is refused with when that was one too many, else null. */
export type LimitWorkspace = (webhook: Pick<WebhookEndpoint, "workspaceId" | "deliveryRate">) => Fault | null;

/** `perMinute` holds for workspaces without a limit of their own; 0 means any number. */
export function limitDeliveries(rates: SharedRate, perMinute: number, clock: Clock): LimitWorkspace {
  return ({ workspaceId, deliveryRate }) => {
    const limit = deliveryRate ?? perMinute;
    if (limit === 0) return null;
    const { isOver, seconds } = rates.count(rateScope("deliveries", workspaceId), limit, clock());
    return isOver ? workspaceRateLimited(limit, seconds) : null;
  };
}
