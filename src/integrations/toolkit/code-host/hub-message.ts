// Reads a message in the form that GitHub gave its webhooks and Gitea took over: the event's name says what it tells of.
import { readPayload } from "../../../domain/payload/read-payload.ts";
import { receiptOf } from "../names-and-ids.ts";
import type { ToolCommand } from "../tool-command.ts";
import type { ToolRequest } from "../tool-intake.ts";
import { type HubMessage, readIssue } from "./closed-issue.ts";
import { readComment } from "./issue-comment.ts";
import { readPullRequest } from "./pull-request.ts";

export interface Hub {
  /** The headers by which it names the event and the delivery. */
  event: string;
  delivery: string;
  /** Whether whoever wrote something belongs to the repository. */
  isInsider(payload: unknown, written: unknown, request: ToolRequest): boolean;
}

type Reader = (payload: unknown, message: HubMessage, request: ToolRequest) => ToolCommand;

const READERS = new Map<unknown, Reader>([
  ["pull_request", (payload, _message, request) => readPullRequest(payload, request)],
  ["issues", readIssue],
  ["issue_comment", readComment],
]);

export function readHubMessage(request: ToolRequest, hub: Hub): ToolCommand {
  const { bytes, contentType, headers } = request;
  const event = headers[hub.event];
  const reader = READERS.get(event);
  if (reader === undefined) return { ask: "nothing", why: event === "ping" ? "ping" : "other_event" };
  const payload = readPayload(bytes, contentType, headers["content-encoding"]);
  const isInsider = (written: unknown) => hub.isInsider(payload, written, request);
  return reader(payload, { receipt: receiptOf(headers[hub.delivery]), isInsider }, request);
}
