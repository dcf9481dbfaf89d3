// Opens the unit of work that an action runs in.
import type { ActionSettings, UnitOfWork } from "../actions/unit-of-work.ts";
import { type Author, SYSTEM } from "../domain/workspace/audit-log.ts";
import type { Tx } from "../storage/database/database.ts";
import { insertDelivery } from "../storage/webhook/deliveries.ts";
import { DELIVERY_STATUSES } from "../wire/error-statuses.ts";

export function openUnit(tx: Tx, now: number, settings: ActionSettings, by: Author = SYSTEM): UnitOfWork {
  const addToDeliveryLog: UnitOfWork["addToDeliveryLog"] = (received, answered) =>
    insertDelivery(tx, DELIVERY_STATUSES, received, answered);
  return { tx, now, settings, by, addToDeliveryLog };
}
