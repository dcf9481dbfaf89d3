// An app that is connected with a chat tool or an error tracker: what the tool says, signed as it signs, and what came of it.
import { createHmac } from "node:crypto";
import type { Tool } from "../../../src/domain/connections/connection.ts";
import { expectCommonHeaders, expectError } from "../checks/expect-refusal.ts";
import { type ConnectionClient, connect } from "../clients/connection-client.ts";
import { type IssueData, issueClientOf } from "../clients/issue-client.ts";
import { payloadBytes } from "../clients/webhook-client.ts";
import type { Answer, World } from "../server/test-server.ts";

type Fields = Record<string, unknown>;
type Sent = Record<string, string>;

export interface ConnectedApp extends ConnectionClient {
  app: { id: string; name: string };
  /** As the tool sends it; the answer has our headers and, when it refuses, our shape. */
  say(body: unknown, headers?: Sent, at?: string): Promise<Answer>;
  /** Every issue of the app, newest first. */
  issues(): Promise<IssueData[]>;
}

/** `app` is one that exists, else a live one is made with these fields. */
export async function connectApp(
  world: World,
  tool: Tool,
  { app: given, ...fields }: { app?: Fields; settings?: Fields; credentials?: Fields } = {},
): Promise<ConnectedApp> {
  const app =
    typeof given?.id === "string" ? (given as ConnectedApp["app"]) : await world.app({ mode: "live", ...given });
  const connection = await connect(world, app.id, tool, fields);
  return {
    ...connection,
    app,
    async say(body, headers = {}, at = world.address) {
      const url = at + new URL(connection.url).pathname;
      const response = await fetch(url, { method: "POST", headers, body: payloadBytes(body) });
      const text = await response.text();
      const { status } = response;
      const answer = { status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
      if (status >= 300) expectError(answer, status, /^[a-z_]+$/);
      else expectCommonHeaders(answer.headers);
      return answer;
    },
    issues: async () => (await issueClientOf(world).list(`app=${app.id}&status=all&limit=200`)).data,
  };
}

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
