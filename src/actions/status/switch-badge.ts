// Switches an app's public badge on and off. The token comes in encrypted; with the badge it is gone for good.
import { type Actor, actorLabel } from "../../domain/access/actor.ts";
import type { StoredToken } from "../../domain/webhook/webhook-secrets.ts";
import { type Badge, deleteBadge, findBadge, insertBadge } from "../../storage/status/badges.ts";
import { append, closeLedger, type Ledger, openLedger } from "../app-write.ts";
import { record } from "../audit.ts";
import { defineAction } from "../define-action.ts";
import type { Unit } from "../unit-of-work.ts";

interface Subject {
  actor: Actor;
  app: string;
}

/** The badge; made with this token unless the app has one already. Throws `not_found`. */
export const enableBadge = defineAction({
  name: "enableBadge",
  queue: "app",
  async run(unit: Unit, { actor, app, tokenHash, token }: Subject & StoredToken): Promise<Badge> {
    const ledger = await openLedger(unit, actor.reach, app);
    const known = await findBadge(unit.tx, ledger.app);
    if (known !== undefined) return known;
    const badge: Badge = { appId: ledger.app.id, tokenHash, token, createdAt: ledger.app.updatedAt };
    insertBadge(unit.tx, badge);
    close(unit, ledger, actor, "enabled");
    return badge;
  },
});

/** From now on its address leads nowhere. Throws `not_found`. */
export const disableBadge = defineAction({
  name: "disableBadge",
  queue: "app",
  async run(unit: Unit, { actor, app }: Subject): Promise<void> {
    const ledger = await openLedger(unit, actor.reach, app);
    if ((await findBadge(unit.tx, ledger.app)) === undefined) return;
    deleteBadge(unit.tx, ledger.app);
    close(unit, ledger, actor, "disabled");
  },
});

function close(unit: Unit, ledger: Ledger, actor: Actor, what: "enabled" | "disabled"): void {
  const { id, workspaceId, name } = ledger.app;
  append(ledger, { kind: `badge_${what}`, by: actorLabel(actor), issueId: null, changes: {} });
  closeLedger(ledger);
  record(unit, workspaceId, `badge.${what}`, { target: { kind: "app", id, name }, appId: id });
}
