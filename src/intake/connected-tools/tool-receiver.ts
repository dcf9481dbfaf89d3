// Behind the endpoint of connected tools: has the tool's intake say what a request asks for, and has that done.

import type { IncomingMessage } from "node:http";
import { applyToolUpdate } from "../../actions/connections/apply-tool-update.ts";
import { commentFromTool, deleteCommentFromTool } from "../../actions/connections/comment-from-tool.ts";
import { raiseFromTool } from "../../actions/connections/raise-from-tool.ts";
import { openCredentials } from "../../domain/connections/connection-secrets.ts";
import { Fault } from "../../domain/fault.ts";
import { UNSIGNED_TOOL_REQUESTS_A_MINUTE } from "../../domain/limits.ts";
import type { Performer } from "../../engine/performer.ts";
import { channelOf } from "../../integrations/tool-channels.ts";
import type {
  ToolAnswer,
  ToolCommand,
  ToolComment,
  ToolDeletion,
  ToolReport,
  ToolUpdate,
} from "../../integrations/toolkit/tool-command.ts";
import type { ToolIntake, ToolRequest } from "../../integrations/toolkit/tool-intake.ts";
import type { TickBatcher } from "../../lib/async/tick-batcher.ts";
import type { Clock } from "../../lib/clock.ts";
import type { SharedRate } from "../../lib/collections/shared-rate.ts";
import type { Cipher } from "../../lib/crypto/cipher.ts";
import { tokenHash } from "../../lib/crypto/token.ts";
import type { MakeCall } from "../../lib/network/call-once.ts";
import { getAppConfig } from "../../storage/apps/app-config.ts";
import { getApp } from "../../storage/apps/apps.ts";
import { listFormerPrefixes } from "../../storage/apps/former-prefixes.ts";
import { type ConnectionEndpoint, listConnectionsWith } from "../../storage/connections/connections.ts";
import type { Reader } from "../../storage/database/database.ts";
import { rateScope } from "../../storage/workspace/counters.ts";
import { noteHeardInOrder } from "./note-heard.ts";
import { isSameSecret } from "./same-secret.ts";

export interface ToolDeps {
  reader: Reader;
  performer: Performer;
  cipher: Cipher;
  clock: Clock;
  ticks: TickBatcher;
  /** How often each has come in this minute, and how often a connection may; 0 means any number. */
  rates: SharedRate;
  toolRate: number;
  addressOf(request: IncomingMessage): string;
  /** Calls a tool afterwards, at public addresses only. */
  call: MakeCall;
}

export const NO_CONNECTION = new Fault(
  "not_found",
  "There is no connection at this URL: it is off, was replaced, or never existed.",
);

/** A request as it came, and where it came from. */
type Raw = Pick<ToolRequest, "path" | "headers" | "bytes" | "contentType"> & { address: string };

/** Gives the answer. Throws what is to be refused in our own shape. */
export async function receiveFromTool(
  deps: ToolDeps,
  intake: ToolIntake,
  endpoint: ConnectionEndpoint,
  raw: Raw,
): Promise<ToolAnswer> {
  const request = await requestOf(deps, endpoint, raw).catch(asNoConnection);
  try {
    verify(deps, intake, endpoint, raw, request);
    requireRate(deps, endpoint.id, requestsAMinute(deps, intake));
    const asked = await intake.read(request);
    if (asked.ask === "raise" && intake.requestsPerIssue !== undefined) {
      requireRate(deps, `${endpoint.id}:raise`, deps.toolRate);
    }
    const answer = await carryOut(deps, endpoint, asked);
    if (answer.later !== undefined) say(deps, answer.later);
    return answer;
  } catch (error) {
    if (error instanceof Fault && error.code !== "unavailable") noteHeardInOrder(deps, endpoint, error.code);
    throw error;
  }
}

/** The app was archived after its connection was found. */
function asNoConnection(error: unknown): never {
  throw error instanceof Fault && error.code === "not_found" ? NO_CONNECTION : error;
}

/** Checks the signature. Throws `invalid_signature`; `rate_limited` after too many wrong ones from the same place. */
function verify(
  { rates, clock }: ToolDeps,
  intake: ToolIntake,
  { id }: ConnectionEndpoint,
  { address }: Raw,
  request: ToolRequest,
): void {
  try {
    intake.verify(request);
  } catch (error) {
    const scope = rateScope("unsigned", `${id}:${tokenHash(address)}`);
    const { isOver, seconds } = rates.count(scope, UNSIGNED_TOOL_REQUESTS_A_MINUTE, clock());
    if (!isOver) throw error;
    const message = `Too many requests without the signature of this connection's tool came from this network address; try again in ${seconds} s.`;
    throw new Fault("rate_limited", message, undefined, seconds);
  }
}

/** How many requests a connection may make; 0 means any number. */
function requestsAMinute({ toolRate }: ToolDeps, { requestsPerIssue = 1 }: ToolIntake): number {
  return toolRate * requestsPerIssue;
}

/** Counts a request once the tool is known to have sent it: strangers can't use up its limit. Throws `rate_limited`. */
function requireRate({ rates, clock }: ToolDeps, id: string, limit: number): void {
  if (limit === 0) return;
  const { isOver, seconds } = rates.count(rateScope("tool", id), limit, clock());
  if (isOver) throw tooOften(limit, seconds);
}

/** Checks the limit before the body is read: once the tool has used it up, no body is. Throws `rate_limited`. */
export function requireRateLeft(deps: ToolDeps, intake: ToolIntake, endpoint: ConnectionEndpoint): void {
  const { rates, clock } = deps;
  const limit = requestsAMinute(deps, intake);
  if (limit === 0) return;
  const { isOver, seconds } = rates.look(rateScope("tool", endpoint.id), limit, clock());
  if (!isOver) return;
  noteHeardInOrder(deps, endpoint, "rate_limited");
  throw tooOften(limit, seconds);
}

function tooOften(limit: number, seconds: number): Fault {
  const message = `This connection has used up its ${limit} requests for this minute; try again in ${seconds} s.`;
  return new Fault("rate_limited", message, undefined, seconds);
}

async function requestOf(
  { reader, cipher, clock }: ToolDeps,
  endpoint: ConnectionEndpoint,
  raw: Raw,
): Promise<ToolRequest> {
  const credentials = openCredentials(cipher, endpoint.id, endpoint.credentials);
  const app = await getApp(reader, reachOf(endpoint), endpoint.appId);
  return {
    ...raw,
    now: clock(),
    settings: JSON.parse(endpoint.settings),
    credentials,
    app: { id: app.id, name: app.name },
    prefixes: [app.prefix, ...(await listFormerPrefixes(reader, app))],
    appConfig: await getAppConfig(reader, app),
    connectedApps: async () => {
      const listed = new Set([endpoint.appId, ...otherAppsOf(endpoint)]);
      const all = await listConnectionsWith(reader, endpoint.workspaceId, endpoint.tool);
      return all
        .filter(({ appId }) => listed.has(appId))
        .filter((one) => isSameSecret(endpoint.tool, credentials, openCredentials(cipher, one.id, one.credentials)))
        .map((one) => ({
          id: one.appId,
          name: one.appName,
          connectionId: one.id,
          settings: JSON.parse(one.settings),
          appConfig: async () => getAppConfig(reader, await getApp(reader, reachOf(one), one.appId)),
        }));
    },
  };
}

/** The ids of apps that somebody who reaches them has listed: knowing the secret of their connection is not enough. */
function otherAppsOf({ settings }: ConnectionEndpoint): string[] {
  const { apps } = JSON.parse(settings) as { apps?: string[] };
  return apps ?? [];
}

async function carryOut(deps: ToolDeps, endpoint: ConnectionEndpoint, asked: ToolCommand): Promise<ToolAnswer> {
  switch (asked.ask) {
    case "nothing":
      noteHeardInOrder(deps, endpoint, asked.why);
      return asked.answer ?? { status: 200, body: { ignored: asked.why } };
    case "raise":
      return raise(deps, endpoint, asked);
    case "follow": {
      const { receipt, updates } = asked;
      const input: ToolUpdate = { actor: actorOf(endpoint, asked), app: endpoint.appId, receipt, updates };
      const followed = await deps.performer.perform(applyToolUpdate, input);
      return asked.answer?.(followed) ?? { status: 200, body: { issues: followed } };
    }
    case "comment": {
      const { receipt, comment } = asked;
      const input: ToolComment = { actor: actorOf(endpoint, asked), app: endpoint.appId, receipt, comment };
      const outcome = await deps.performer.perform(commentFromTool, input);
      return { status: 200, body: outcome === "own_comment" ? { ignored: outcome } : { comment: outcome } };
    }
    case "delete_comment": {
      const input: ToolDeletion = { actor: actorOf(endpoint, asked), app: endpoint.appId, comment: asked.comment };
      return { status: 200, body: { comment: await deps.performer.perform(deleteCommentFromTool, input) } };
    }
  }
}

async function raise(
  deps: ToolDeps,
  endpoint: ConnectionEndpoint,
  asked: Extract<ToolCommand, { ask: "raise" }>,
): Promise<ToolAnswer> {
  const { target, answer } = asked;
  const meant = target === undefined ? endpoint : { ...endpoint, appId: target.id, id: target.connectionId };
  const input: ToolReport = { ...asked.raise, actor: actorOf(meant, asked), app: meant.appId };
  const raised = await deps.performer.perform(raiseFromTool, input).catch((error) => {
    if (error instanceof Fault && answer !== undefined) return error;
    throw error;
  });
  if (answer !== undefined) {
    const said = answer(raised);
    if (raised instanceof Fault) noteHeardInOrder(deps, meant, raised.code);
    return said;
  }
  const { duplicate, issue } = raised as Exclude<typeof raised, Fault>;
  return duplicate ? { status: 200, body: { duplicate, issue } } : { status: 201, body: { issue } };
}

/** A tool may do to its app what an admin of the app connected it for. */
function actorOf(
  endpoint: ConnectionEndpoint,
  { by, channel }: Pick<Extract<ToolCommand, { by: string }>, "by" | "channel">,
) {
  const grant = { role: "admin", reach: reachOf(endpoint) } as const;
  return { ...grant, name: by, channel: channel ?? channelOf(endpoint.tool), connectionId: endpoint.id };
}

function reachOf({ workspaceId, appId }: ConnectionEndpoint) {
  return { workspaceId, apps: [appId] };
}

function say({ call }: ToolDeps, { url, body }: NonNullable<ToolAnswer["later"]>): void {
  const headers = { "content-type": "application/json", "user-agent": "Retest" };
  setImmediate(() => void call({ method: "POST", url, headers, body: Buffer.from(JSON.stringify(body)) }));
}
