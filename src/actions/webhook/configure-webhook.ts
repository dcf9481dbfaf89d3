// Configures an app's incoming webhook. Token and secret come in encrypted: the database never sees them plain.
import type { Actor } from "../../domain/access/actor.ts";
import { actorLabel } from "../../domain/access/actor.ts";
import { requirePlatforms } from "../../domain/apps/platforms.ts";
import { Fault, notFound } from "../../domain/fault.ts";
import { requireMatch } from "../../domain/if-match.ts";
import type { Priority } from "../../domain/issues/issue.ts";
import type { Mapping } from "../../domain/mapping/mapping.ts";
import type { PresetName } from "../../domain/report/preset.ts";
import type { Recoveries } from "../../domain/report/recovery.ts";
import type { AuditAction } from "../../domain/workspace/audit-log.ts";
import type { EventKind } from "../../storage/apps/events.ts";
import { webhookTag } from "../../storage/etags.ts";
import { findWebhook, insertWebhook, updateWebhook, type Webhook } from "../../storage/webhook/webhooks.ts";
import { type AppWrite, append, closeAppWrite, openAppWrite } from "../app-write.ts";
import { record } from "../audit.ts";
import { defineAction } from "../define-action.ts";
import { findNamedSection } from "../runbook/find-named-check.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

interface WebhookOwner {
  actor: Actor;
  app: string;
}

export interface NewUrl extends WebhookOwner {
  tokenHash: string;
  token: string;
}

/** The webhook of a live app; it is made, with this token, when there is none. Throws `not_found`, `not_live`. */
export const openWebhook = defineAction({
  name: "openWebhook",
  queue: "app",
  async run(unit: UnitOfWork, { actor, app, tokenHash, token }: NewUrl): Promise<Webhook> {
    const write = await openLive(unit, actor, app);
    const known = await findWebhook(unit.tx, write.app.id);
    if (known !== undefined) return known;
    const webhook: Webhook = {
      appId: write.app.id,
      enabled: 1,
      tokenHash,
      token,
      preset: "native",
      mapping: "{}",
      defaultPlatforms: "[]",
      defaultPriority: null,
      defaultSection: null,
      recoveries: "raise",
      secret: null,
      notifyUrl: null,
      createdAt: write.app.updatedAt,
    };
    insertWebhook(unit.tx, webhook);
    note(write, actor, "webhook_changed", ["created"]);
    audit(unit, write, "webhook.created", {});
    return webhook;
  },
});

/** Gives the webhook a new URL: the old one leads nowhere from then on. Throws `not_found`, `not_live`. */
export const replaceWebhookUrl = defineAction({
  name: "replaceWebhookUrl",
  queue: "app",
  async run(unit: UnitOfWork, { actor, app, tokenHash, token }: NewUrl): Promise<Webhook> {
    const decide = (webhook: Webhook) => ({ ...webhook, tokenHash, token });
    return change(unit, { actor, app }, "webhook_url_replaced", decide, () => "webhook.url_replaced");
  },
});

export interface ChangeWebhook extends WebhookOwner {
  change: {
    enabled?: boolean;
    preset?: PresetName;
    mapping?: Mapping;
    defaultPlatforms?: string[];
    defaultPriority?: Priority | null;
    /** Id, ref or title of the section. */
    defaultSection?: string | null;
    recoveries?: Recoveries;
    notifyUrl?: string | null;
  };
  ifMatch?: string;
}

/** Throws `not_found`, `not_live`, `precondition_failed`, `unknown_platform`, `ambiguous_section`, `secret_required`. */
export const changeWebhook = defineAction({
  name: "changeWebhook",
  queue: "app",
  async run(unit: UnitOfWork, input: ChangeWebhook): Promise<Webhook> {
    const { change: asked } = input;
    const decide = async (webhook: Webhook, write: AppWrite): Promise<Webhook> => {
      if (typeof asked.notifyUrl === "string" && webhook.secret === null) {
        throw new Fault("secret_required", "notify_url: set a signing secret first; notifications are signed with it.");
      }
      const { enabled, preset, mapping, defaultPlatforms, defaultPriority, recoveries, notifyUrl } = asked;
      const { defaultSection: section } = asked;
      return {
        ...webhook,
        ...(enabled === undefined ? {} : { enabled: Number(enabled) }),
        ...(preset === undefined ? {} : { preset }),
        ...(mapping === undefined ? {} : { mapping: JSON.stringify(mapping) }),
        ...(defaultPlatforms === undefined ? {} : { defaultPlatforms: known(write, defaultPlatforms) }),
        ...(defaultPriority === undefined ? {} : { defaultPriority }),
        ...(section === undefined
          ? {}
          : { defaultSection: section === null ? null : (await findNamedSection(write, section)).id }),
        ...(recoveries === undefined ? {} : { recoveries }),
        ...(notifyUrl === undefined ? {} : { notifyUrl }),
      };
    };
    return change(unit, input, "webhook_changed", decide, (before, after) => {
      if (before.enabled === after.enabled) return "webhook.changed";
      return after.enabled === 1 ? "webhook.enabled" : "webhook.disabled";
    });
  },
});

export interface SetWebhookSecret extends WebhookOwner {
  /** Null removes it, and the notify URL with it. */
  secret: string | null;
}

/** Throws `not_found`, `not_live`. */
export const setWebhookSecret = defineAction({
  name: "setWebhookSecret",
  queue: "app",
  async run(unit: UnitOfWork, { actor, app, secret }: SetWebhookSecret): Promise<Webhook> {
    const kind = secret === null ? "webhook_secret_removed" : "webhook_secret_replaced";
    const decide = (webhook: Webhook) => ({
      ...webhook,
      secret,
      notifyUrl: secret === null ? null : webhook.notifyUrl,
    });
    return change(unit, { actor, app }, kind, decide, (before) => {
      if (secret === null) return "webhook.secret_removed";
      return before.secret === null ? "webhook.secret_set" : "webhook.secret_replaced";
    });
  },
});

async function change(
  unit: UnitOfWork,
  { actor, app, ifMatch }: WebhookOwner & { ifMatch?: string },
  kind: EventKind,
  decide: (webhook: Webhook, write: AppWrite) => Webhook | Promise<Webhook>,
  named: (before: Webhook, after: Webhook) => AuditAction,
): Promise<Webhook> {
  const write = await openLive(unit, actor, app);
  const before = await findWebhook(unit.tx, write.app.id);
  if (before === undefined) throw notFound("webhook");
  await requireMatch(ifMatch, () => webhookTag(before));
  const after = await decide(before, write);
  const changed = (Object.keys(after) as (keyof Webhook)[]).filter((field) => after[field] !== before[field]);
  if (changed.length === 0) return before;
  updateWebhook(unit.tx, after);
  note(write, actor, kind, changed);
  audit(unit, write, named(before, after), detailsOf(after, changed));
  return after;
}

/** Throws `not_found`, `not_live`. */
async function openLive(unit: UnitOfWork, actor: Actor, app: string): Promise<AppWrite> {
  const write = await openAppWrite(unit, actor.reach, app);
  if (write.app.mode === "live") return write;
  throw new Fault("not_live", "This app is not in live mode: set its mode to live before configuring the webhook.");
}

function known({ appConfig }: AppWrite, codes: readonly string[]): string {
  return JSON.stringify(requirePlatforms(appConfig.platforms, codes, "default_platforms"));
}

/** Notes which settings changed, but not to what: some are secret. */
function note(write: AppWrite, actor: Actor, kind: EventKind, fields: readonly string[]): void {
  append(write, { kind, by: actorLabel(actor), issueId: null, changes: { fields } });
  closeAppWrite(write);
}

function audit(unit: UnitOfWork, { app }: AppWrite, action: AuditAction, details: Record<string, unknown>): void {
  record(unit, app.workspaceId, action, {
    target: { kind: "app", id: app.id, name: app.name },
    appId: app.id,
    details,
  });
}

/** The settings as the API calls them; what changes with a URL or a secret is said by the action. */
const SETTINGS: Partial<Record<keyof Webhook, string>> = {
  enabled: "enabled",
  preset: "preset",
  mapping: "mapping",
  defaultPlatforms: "default_platforms",
  defaultPriority: "default_priority",
  defaultSection: "default_section",
  recoveries: "recoveries",
  notifyUrl: "notify_url",
};

/**
 * The details for the audit log. Parts of a mapping and a notify URL may be secret, so it only says whether there is a
 * mapping, and the URL's host.
 */
function detailsOf(after: Webhook, changed: readonly (keyof Webhook)[]): Record<string, unknown> {
  const fields = changed.map((field) => SETTINGS[field]).filter((name) => name !== undefined);
  if (fields.length === 0) return {};
  return {
    fields,
    ...(changed.includes("mapping") ? { mapping: after.mapping !== "{}" } : {}),
    ...(changed.includes("notifyUrl") ? { notify_host: hostOf(after.notifyUrl) } : {}),
  };
}

function hostOf(url: string | null): string | null {
  return url === null ? null : new URL(url).host;
}
