// The incoming webhook of an app: one row, found by the hash of the token in its URL.
import { notFound } from "../../domain/fault.ts";
import type { Priority } from "../../domain/issues/issue.ts";
import type { PresetName } from "../../domain/report/preset.ts";
import type { Recoveries } from "../../domain/report/recovery.ts";
import { type Awaitable, andThen } from "../../lib/async/awaitable.ts";
import type { Mode } from "../apps/apps.ts";
import { command, insert, query, type Reads, type Tx, withList } from "../database/database.ts";

export interface Webhook {
  appId: string;
  enabled: number;
  tokenHash: string;
  /** The token of the webhook's URL, encrypted. */
  token: string;
  preset: PresetName;
  /** The mapping as JSON. */
  mapping: string;
  /** Codes of platforms as JSON. */
  defaultPlatforms: string;
  defaultPriority: Priority | null;
  /** An id; of a section that may have been deleted since. */
  defaultSection: string | null;
  recoveries: Recoveries;
  /** The signing secret, encrypted. */
  secret: string | null;
  notifyUrl: string | null;
  createdAt: number;
}

/** A webhook as a delivery meets it, with what it must know of its app. */
export interface WebhookEndpoint extends Webhook {
  workspaceId: string;
  mode: Mode;
  configRevision: number;
  /** Deliveries a minute that the workspace may have; null: as many as any workspace of the server. */
  deliveryRate: number | null;
}

const COLUMNS = {
  appId: "app_id",
  enabled: "enabled",
  tokenHash: "token_hash",
  token: "token",
  preset: "preset",
  mapping: "mapping",
  defaultPlatforms: "default_platforms",
  defaultPriority: "default_priority",
  defaultSection: "default_section",
  recoveries: "recoveries",
  secret: "secret",
  notifyUrl: "notify_url",
  createdAt: "created_at",
};
const ENDPOINT = {
  ...COLUMNS,
  /** The workspace, found through the app; null while the app is archived. */
  workspaceId: "(select workspace_id from app where id = app_id and archived_at is null)",
  mode: "(select mode from app where id = app_id)",
  configRevision: "(select shape_revision from app where id = app_id)",
  deliveryRate: "(select w.delivery_rate from app a join workspace w on w.id = a.workspace_id where a.id = app_id)",
};

const ofApp = query<Webhook>(COLUMNS, "from webhook where app_id = ?");
type FoundEndpoint = WebhookEndpoint | { workspaceId: null };
const byToken = query<FoundEndpoint>(ENDPOINT, "from webhook where token_hash = ?");
const byTokens = withList((oneOf) => query<FoundEndpoint>(ENDPOINT, `from webhook where token_hash ${oneOf}`));
const endpointOfApp = query<WebhookEndpoint>(ENDPOINT, "from webhook where app_id = ?");
const add = insert("webhook", Object.values(COLUMNS));
const save = command(`update webhook set enabled = ?, token_hash = ?, token = ?, preset = ?, mapping = ?,
  default_platforms = ?, default_priority = ?, default_section = ?, recoveries = ?, secret = ?, notify_url = ? where app_id = ?`);

/** The webhook of an app that the caller has reached. */
export async function findWebhook(db: Reads, appId: string): Promise<Webhook | undefined> {
  return db.get(ofApp, appId);
}

/** The URL is the permission: whoever has the token has reached the app, unless that is archived. At once where the database is local. */
export function findEndpointByToken(db: Reads, tokenHash: string): Awaitable<WebhookEndpoint | undefined> {
  return andThen(db.get(byToken, tokenHash), (webhook) => (webhook?.workspaceId === null ? undefined : webhook));
}

/** The webhooks of several tokens. */
export async function findEndpointsByTokens(db: Reads, tokenHashes: readonly string[]): Promise<WebhookEndpoint[]> {
  const found = await db.all(byTokens[db.dialect], JSON.stringify(tokenHashes));
  return found.filter((webhook) => webhook.workspaceId !== null);
}

/** The caller has reached the app. Throws `not_found`. */
export async function getEndpointOfApp(db: Reads, appId: string): Promise<WebhookEndpoint> {
  const webhook = await db.get(endpointOfApp, appId);
  if (webhook === undefined) throw notFound("webhook");
  return webhook;
}

export function insertWebhook(tx: Tx, webhook: Webhook): void {
  tx.run(add, ...(Object.keys(COLUMNS) as (keyof Webhook)[]).map((field) => webhook[field]));
}

export function updateWebhook(tx: Tx, webhook: Webhook): void {
  const { appId, createdAt: _, ...changed } = webhook;
  tx.run(
    save,
    changed.enabled,
    changed.tokenHash,
    changed.token,
    changed.preset,
    changed.mapping,
    changed.defaultPlatforms,
    changed.defaultPriority,
    changed.defaultSection,
    changed.recoveries,
    changed.secret,
    changed.notifyUrl,
    appId,
  );
}
