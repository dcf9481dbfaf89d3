// Switches an app's public badge on and off. The token comes in encrypted; with the badge it is gone for good.
import { type Actor, actorLabel } from "../../domain/access/actor.ts";
import type { StoredToken } from "../../domain/webhook/webhook-secrets.ts";
import { type Badge, deleteBadge, findBadge, insertBadge } from "../../storage/status/badges.ts";
import { type AppWrite, append, closeAppWrite, openAppWrite } from "../app-write.ts";
import { record } from "../audit.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

interface Subject {
  actor: Actor;
  app: string;
}

/** The badge; made with this token unless the app has one already. Throws `not_found`. */
export const enableBadge = defineAction({
  name: "enableBadge",
  queue: "app",
  async run(unit: UnitOfWork, { actor, app, tokenHash, token }: Subject & StoredToken): Promise<Badge> {
    const write = await openAppWrite(unit, actor.reach, app);
    const known = await findBadge(unit.tx, write.app);
    if (known !== undefined) return known;
    const badge: Badge = { appId: write.app.id, tokenHash, token, createdAt: write.app.updatedAt };
    insertBadge(unit.tx, badge);
    close(unit, write, actor, "enabled");
    return badge;
  },
});

/** Disables a badge: its address leads nowhere from then on. Throws `not_found`. */
export const disableBadge = defineAction({
  name: "disableBadge",
  queue: "app",
  async run(unit: UnitOfWork, { actor, app }: Subject): Promise<void> {
    const write = await openAppWrite(unit, actor.reach, app);
    if ((await findBadge(unit.tx, write.app)) === undefined) return;
    deleteBadge(unit.tx, write.app);
    close(unit, write, actor, "disabled");
  },
});

function close(unit: UnitOfWork, write: AppWrite, actor: Actor, what: "enabled" | "disabled"): void {
  const { id, workspaceId, name } = write.app;
  append(write, { kind: `badge_${what}`, by: actorLabel(actor), issueId: null, changes: {} });
  closeAppWrite(write);
  record(unit, workspaceId, `badge.${what}`, { target: { kind: "app", id, name }, appId: id });
}
