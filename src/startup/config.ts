// The settings, read once from the environment. A wrong value stops the start with a sentence that names it.
import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import {
  AUDIT_DAYS,
  CONNECTIONS_PER_ADDRESS,
  DELIVERIES_AN_HOUR,
  DELIVERY_DAYS,
  FREE_PLAN_ISSUES,
  HSTS_SECONDS,
  PUBLIC_REQUESTS_A_MINUTE,
  REQUESTS_A_MINUTE,
  TOOL_REQUESTS_A_MINUTE,
} from "../domain/limits.ts";
import { type AddressRange, readAddressRanges } from "../lib/network/address-range.ts";
import { readAllowedHosts } from "../lib/network/public-address.ts";
import { ConfigError } from "./config-error.ts";
import { type FileSettings, readFileSettings } from "./file-settings.ts";
import { type MailSettings, readMailSettings } from "./mail-settings.ts";
import type { Environment } from "./read-secret.ts";
import { readOldSecretKey, readSecretKey } from "./secret-key.ts";
import { readDatabaseUrl, readMetricsToken, readReplicaUrl } from "./secret-settings.ts";
import { readSignIn, type SignInSettings } from "./sign-in-settings.ts";

export interface Config extends SignInSettings, FileSettings {
  port: number;
  host: string;
  /** Processes that serve on the one port. */
  workers: number;
  baseUrl: string;
  dataDir: string;
  /** Null: the embedded database in the data folder. */
  databaseUrl: string | null;
  /** The address of a replica for long reads; null sends them to the primary. */
  replicaUrl: string | null;
  secretKey: string;
  /** The key before it, while it is rotated. */
  oldSecretKey: string | null;
  logLevel: string;
  freePlanIssues: number;
  /** Requests a minute per key; 0 means any number. */
  apiRate: number;
  /** Requests a minute of all keys and people of a workspace, and deliveries a minute of all its apps; 0 means any number. */
  workspaceRate: number;
  workspaceWebhookRate: number;
  /** Requests a minute per connected tool; 0 means any number. */
  toolRate: number;
  /** Requests a minute per network address for what is open to anybody; 0 means any number. */
  publicRate: number;
  /** Connections per network address; 0 means any number. */
  addressConnections: number;
  /** Deliveries an hour per app; 0 means any number. */
  webhookRate: number;
  /** Days that deliveries are kept; 0 keeps no bodies. */
  deliveryDays: number;
  /** Days that entries of the audit log are kept. */
  auditDays: number;
  /** Days that attachments of results are kept; 0: as long as the result. */
  resultAttachmentDays: number;
  /** Hosts that notifications may go to although they are not public. */
  notifyAllowedHosts: ReadonlySet<string>;
  /** Proxies on other machines that are believed when they say whose request they pass on. */
  trustedProxies: readonly AddressRange[];
  /** The value of Strict-Transport-Security; null: it is not sent. */
  hsts: string | null;
  /** Who shows it may read /metrics from another machine; null: nobody may. */
  metricsToken: string | null;
  /** How mails are sent; null sends none. */
  mail: MailSettings | null;
}

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

export function readConfig(env: Environment): Config {
  const port = readWholeNumber(env, "PORT", 3_000, { max: 65_535 });
  const baseUrl = readBaseUrl(env, port);
  const dataDir = resolve(env.RETEST_DATA_DIR || "data");
  const databaseUrl = readDatabaseUrl(env);
  if (databaseUrl === null) requireFolder(dataDir);
  const secretKey = readSecretKey(env, databaseUrl, dataDir);
  const trustedProxies = readProxies(env);
  const mail = readMailSettings(env);
  return {
    port,
    host: env.HOST || "127.0.0.1",
    workers: readWholeNumber(env, "RETEST_WORKERS", 1, { min: 1, max: 64 }),
    baseUrl,
    dataDir,
    databaseUrl,
    replicaUrl: readReplicaUrl(env, databaseUrl),
    secretKey,
    oldSecretKey: readOldSecretKey(env, secretKey),
    logLevel: oneOf(env, "RETEST_LOG_LEVEL", "info", LOG_LEVELS),
    freePlanIssues: readWholeNumber(env, "RETEST_FREE_PLAN_ISSUES", FREE_PLAN_ISSUES, { max: 1_000_000_000 }),
    apiRate: readWholeNumber(env, "RETEST_API_RATE", REQUESTS_A_MINUTE, { max: 1_000_000_000 }),
    workspaceRate: readWholeNumber(env, "RETEST_WORKSPACE_RATE", 0, { max: 1_000_000_000 }),
    workspaceWebhookRate: readWholeNumber(env, "RETEST_WORKSPACE_WEBHOOK_RATE", 0, { max: 1_000_000_000 }),
    toolRate: readWholeNumber(env, "RETEST_TOOL_RATE", TOOL_REQUESTS_A_MINUTE, { max: 1_000_000_000 }),
    publicRate: readWholeNumber(env, "RETEST_PUBLIC_RATE", PUBLIC_REQUESTS_A_MINUTE, { max: 1_000_000_000 }),
    addressConnections: readWholeNumber(env, "RETEST_ADDRESS_CONNECTIONS", CONNECTIONS_PER_ADDRESS, { max: 1_000_000 }),
    webhookRate: readWholeNumber(env, "RETEST_WEBHOOK_RATE", DELIVERIES_AN_HOUR, { max: 1_000_000_000 }),
    deliveryDays: readWholeNumber(env, "RETEST_DELIVERY_DAYS", DELIVERY_DAYS, { max: 3_650 }),
    auditDays: readWholeNumber(env, "RETEST_AUDIT_DAYS", AUDIT_DAYS, { min: 1, max: 3_650 }),
    resultAttachmentDays: readWholeNumber(env, "RETEST_RESULT_ATTACHMENT_DAYS", 0, { max: 3_650 }),
    notifyAllowedHosts: readHosts(env, "RETEST_NOTIFY_ALLOWED_HOSTS"),
    trustedProxies,
    ...readSignIn(env, trustedProxies.length > 0, mail !== null),
    hsts: readHsts(env, baseUrl),
    metricsToken: readMetricsToken(env),
    mail,
    ...readFileSettings(env),
  };
}

export function sqliteFile(config: Pick<Config, "dataDir">): string {
  return join(config.dataDir, "retest.db");
}

/** Where attachments are kept unless that is a bucket: servers on one database must share it. */
export function filesFolder(config: Pick<Config, "dataDir">): string {
  return join(config.dataDir, "files");
}

function requireFolder(dataDir: string): void {
  try {
    makeFolder(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`RETEST_DATA_DIR must be a folder that can be written to, not ${dataDir} (${code}).`);
  }
}

/** Level by level: made in one go, a folder inside a read-only system folder would be tried for ever. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) {
    if (!statSync(folder).isDirectory()) throw Object.assign(new Error(), { code: "ENOTDIR" });
    return;
  }
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

function readBaseUrl(env: Environment, port: number): string {
  const url = env.RETEST_BASE_URL;
  if (!url) return `http://localhost:${port}`;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new ConfigError(`RETEST_BASE_URL must be an http or https address, not ${JSON.stringify(url)}.`);
  }
  return url.endsWith("/") ? url.slice(0, -1) : url;
}

/** Tells browsers to use https only: for 30 days by default, and only if the base URL is an https address. */
function readHsts(env: Environment, baseUrl: string): string | null {
  const text = env.RETEST_HSTS?.trim();
  if (!text) return baseUrl.startsWith("https:") ? `max-age=${HSTS_SECONDS}` : null;
  const [, seconds, subDomains, preload] = /^(\d{1,10})(;? +includeSubDomains)?(;? +preload)?$/i.exec(text) ?? [];
  if (seconds === undefined && text !== "off") {
    throw new ConfigError(
      `RETEST_HSTS must be off, or a number of seconds, optionally followed by includeSubDomains and preload, not ${JSON.stringify(text)}.`,
    );
  }
  if (seconds === undefined) return null;
  return [`max-age=${Number(seconds)}`, subDomains && "includeSubDomains", preload && "preload"]
    .filter(Boolean)
    .join("; ");
}

function readProxies(env: Environment): readonly AddressRange[] {
  const ranges = readAddressRanges(env.RETEST_TRUSTED_PROXIES ?? "");
  if (typeof ranges === "string") throw new ConfigError(`RETEST_TRUSTED_PROXIES ${ranges}.`);
  return ranges;
}

function readHosts(env: Environment, name: string): ReadonlySet<string> {
  const hosts = readAllowedHosts(env[name] ?? "");
  if (typeof hosts === "string") throw new ConfigError(`${name} ${hosts}.`);
  return hosts;
}

function readWholeNumber(
  env: Environment,
  name: string,
  fallback: number,
  { min = 0, max }: { min?: number; max: number },
): number {
  const text = env[name];
  if (!text) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not ${JSON.stringify(text)}.`);
  }
  return value;
}

function oneOf(env: Environment, name: string, fallback: string, allowed: readonly string[]): string {
  const text = env[name] || fallback;
  if (!allowed.includes(text)) {
    throw new ConfigError(`${name} must be one of ${allowed.join(", ")}, not ${JSON.stringify(text)}.`);
  }
  return text;
}
