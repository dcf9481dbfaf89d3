// Purges what is kept for a time only, a little in each unit.

import { MAIL_DAYS } from "../../domain/limits/mail-limits.ts";
import { HOUR_COUNTS_MS, INBOX_DAYS, TOOL_RECEIPT_DAYS, TREND_KEPT_DAYS } from "../../domain/limits.ts";
import { DAY_MS } from "../../lib/clock.ts";
import { windowAt } from "../../lib/time-window.ts";
import { listConnections } from "../../storage/connections/connections.ts";
import { dropForwardsBefore } from "../../storage/connections/forwards.ts";
import { dropReceiptsBefore } from "../../storage/connections/linked-items.ts";
import { dropInboxBefore } from "../../storage/inbox/inbox.ts";
import { dropMailsBefore } from "../../storage/mail/mails.ts";
import { dropErasuresBefore } from "../../storage/privacy/erasures.ts";
import { dropSnapshotsBefore } from "../../storage/status/trend-days.ts";
import { dropBodies, dropDeliveriesBefore } from "../../storage/webhook/deliveries.ts";
import { dropNotificationsBefore } from "../../storage/webhook/notifications.ts";
import { dropAuditBefore } from "../../storage/workspace/audit-log.ts";
import { deliveryScope, dropCountsBefore, testScope } from "../../storage/workspace/counters.ts";
import { dropOutputsBefore } from "../../storage/workspace/idempotency-keys.ts";
import { recordUnlisted } from "../access/record-failed-sign-in.ts";
import { defineAction } from "../define-action.ts";
import { KEEP_OUTPUTS_MS } from "../once-per-idempotency-key.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

const AT_ONCE = 500;

/** The deliveries and notifications of an app from before a moment, and all bodies if told. Says whether there are more. */
export const purgeAppLogs = defineAction({
  name: "purgeAppLogs",
  async run(
    unit: UnitOfWork,
    { appId, before, bodies }: { appId: string; before: number; bodies: boolean },
  ): Promise<boolean> {
    dropCountsBefore(unit.tx, deliveryScope(appId), unit.now - HOUR_COUNTS_MS);
    dropCountsBefore(unit.tx, testScope(appId), unit.now - HOUR_COUNTS_MS);
    for (const { id } of await listConnections(unit.tx, appId)) {
      dropCountsBefore(unit.tx, testScope(id), unit.now - HOUR_COUNTS_MS);
    }
    dropSnapshotsBefore(unit.tx, appId, windowAt(unit.now - TREND_KEPT_DAYS * DAY_MS, DAY_MS).start);
    const deliveries = await dropDeliveriesBefore(unit.tx, appId, before, AT_ONCE);
    const notifications = await dropNotificationsBefore(unit.tx, appId, before, AT_ONCE);
    const kept = bodies && (await dropBodies(unit.tx, appId, AT_ONCE));
    const forwards = await dropForwardsBefore(unit.tx, appId, before, AT_ONCE);
    return deliveries || notifications || forwards || kept;
  },
});

/** The entries of a workspace's audit log whose time has passed; what was counted but not listed is noted before. */
export const purgeAudit = defineAction({
  name: "purgeAudit",
  async run(unit: UnitOfWork, { workspaceId, days }: { workspaceId: string; days: number }): Promise<boolean> {
    await recordUnlisted(unit, workspaceId);
    const span = { before: unit.now - days * DAY_MS, now: unit.now };
    return dropAuditBefore(unit.tx, unit.settings, workspaceId, span, AT_ONCE);
  },
});

/** What connected tools have said long ago. Says whether there may be more. */
export const purgeReceipts = defineAction({
  name: "purgeReceipts",
  async run({ tx, now }: UnitOfWork, _: null): Promise<boolean> {
    return dropReceiptsBefore(tx, now - TOOL_RECEIPT_DAYS * DAY_MS, AT_ONCE);
  },
});

/** Erasures that were finished before a moment: who erased what kind of thing, and when. Says whether there may be more. */
export const purgeErasures = defineAction({
  name: "purgeErasures",
  async run({ tx }: UnitOfWork, { before }: { before: number }): Promise<boolean> {
    return dropErasuresBefore(tx, before, AT_ONCE);
  },
});

/** Deletes old inbox entries, read or not. Gives whether there may be more. */
export const purgeInboxes = defineAction({
  name: "purgeInboxes",
  async run({ tx, now }: UnitOfWork, _: null): Promise<boolean> {
    return dropInboxBefore(tx, now - INBOX_DAYS * DAY_MS, AT_ONCE);
  },
});

/** Deletes old records of mails. Gives whether there may be more. */
export const purgeMails = defineAction({
  name: "purgeMails",
  async run({ tx, now }: UnitOfWork, _: null): Promise<boolean> {
    return dropMailsBefore(tx, now - MAIL_DAYS * DAY_MS, AT_ONCE);
  },
});

/** Deletes answers that were kept for requests with an Idempotency-Key, once they are a day old. Says whether there are more. */
export const purgeOutputs = defineAction({
  name: "purgeOutputs",
  async run({ tx, now }: UnitOfWork, _input: null): Promise<boolean> {
    return dropOutputsBefore(tx, now - KEEP_OUTPUTS_MS, AT_ONCE);
  },
});
