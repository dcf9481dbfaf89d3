// Tokens as text: a prefix that says what it is for, 160 random bits, and a checksum that refuses a mistyped one without
// a look-up.
import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { digits, randomText } from "../ids.ts";
import { sha256 } from "./sha256.ts";

const KEY = "rt_";
export const WEBHOOK_PREFIX = "rw_";
const CONNECTION = "rc_";
const BADGE = "rb_";
const ASSISTANT = "ra_";
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 7;
const LONG_BYTES = 32;
export const WEBHOOK_TOKEN_LENGTH = WEBHOOK_PREFIX.length + RANDOM_LENGTH + CHECKSUM_LENGTH;

export function newToken(): string {
  return withPrefix(KEY);
}

export function newWebhookToken(): string {
  return withPrefix(WEBHOOK_PREFIX);
}

export function newBadgeToken(): string {
  return withPrefix(BADGE);
}

/** Whether the text has the form of a key and its checksum is right; says nothing of whether the key exists. */
export function isToken(text: string): boolean {
  return hasForm(text, KEY);
}

export function isWebhookToken(text: string): boolean {
  return hasForm(text, WEBHOOK_PREFIX);
}

export function newConnectionToken(): string {
  return withPrefix(CONNECTION);
}

export function isConnectionToken(text: string): boolean {
  return hasForm(text, CONNECTION);
}

/** A token for an assistant. Keys have another form, so that neither can be used as the other. */
export function newAssistantToken(): string {
  return withPrefix(ASSISTANT);
}

export function isAssistantToken(text: string): boolean {
  return hasForm(text, ASSISTANT);
}

export function isBadgeToken(text: string): boolean {
  return hasForm(text, BADGE);
}

/** 256 random bits for what nobody types: a session, an invitation. */
export function newLongToken(): string {
  return randomBytes(LONG_BYTES).toString("base64url");
}

export function isLongToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** The stored form of a token: 160 random bits need no slow hash. */
export function tokenHash(token: string): string {
  return sha256(token);
}

/** A secret to sign with: 256 random bits. */
export function newSecret(): string {
  return `rs_${randomText(52)}`;
}

/** A new secret in the form of Standard Webhooks. */
export function newStandardSecret(): string {
  return `whsec_${randomBytes(LONG_BYTES).toString("base64")}`;
}

function withPrefix(prefix: string): string {
  const body = prefix + randomText(RANDOM_LENGTH);
  return body + checksum(body);
}

function hasForm(text: string, prefix: string): boolean {
  if (text.length !== prefix.length + RANDOM_LENGTH + CHECKSUM_LENGTH || !text.startsWith(prefix)) return false;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return text.slice(-CHECKSUM_LENGTH) === checksum(body);
}

function checksum(body: string): string {
  return digits(crc32(body) >>> 0, CHECKSUM_LENGTH);
}
