// What connected tools say, signed as each of them signs.
import { createHmac } from "node:crypto";
import { sign } from "../../../src/lib/crypto/body-signature.ts";
import { payloadBytes } from "../clients/webhook-client.ts";

type Sent = Record<string, string>;

export const SLACK_SECRET = "8f742231b10e8888abcd99yyyzzz85a5";
export const TEAMS_TOKEN = "dGVhbXMtb3V0Z29pbmctd2ViaG9vay1kZW1vLWtleS0zMmI=";
export const SENTRY_SECRET = "nimbus-signing-secret-0001";

/** The headers with which Slack would send this. */
export function fromSlack(body: unknown, at = Date.now(), secret = SLACK_SECRET): Sent {
  const stamp = String(Math.floor(at / 1_000));
  const digest = hmac(secret, Buffer.concat([Buffer.from(`v0:${stamp}:`), payloadBytes(body)])).toString("hex");
  return {
    "content-type": "application/x-www-form-urlencoded",
    "x-slack-request-timestamp": stamp,
    "x-slack-signature": `v0=${digest}`,
  };
}

export function fromTeams(body: unknown, token = TEAMS_TOKEN): Sent {
  const digest = hmac(Buffer.from(token, "base64"), payloadBytes(body)).toString("base64");
  return { "content-type": "application/json; charset=utf-8", authorization: `HMAC ${digest}` };
}

export function fromSentry(body: unknown, resource: string, more: Sent = {}): Sent {
  return {
    "content-type": "application/json",
    "sentry-hook-resource": resource,
    "sentry-hook-timestamp": "1772439295",
    "sentry-hook-signature": hmac(SENTRY_SECRET, payloadBytes(body)).toString("hex"),
    ...more,
  };
}

/** As GitHub and Jira sign. */
export function hubSigned(secret: string, payload: unknown, header = "x-hub-signature-256"): Record<string, string> {
  return { [header]: sign(secret, payloadBytes(payload)) };
}

function hmac(key: string | Buffer, bytes: Buffer): Buffer {
  return createHmac("sha256", key).update(bytes).digest();
}

/** The body of a slash command. */
export function slash(text: string, fields: Record<string, string> = {}): string {
  return new URLSearchParams({ command: "/retest", user_id: "U1", user_name: "mara", text, ...fields }).toString();
}

/** The body of an interaction. */
export function interaction(payload: unknown): string {
  return new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
}
