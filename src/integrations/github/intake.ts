// What GitHub sends: merged pull requests, issues that were closed or opened again, and comments. Everything else is let pass.

import { MAX_TOOL_MESSAGE_BYTES } from "../../domain/limits.ts";
import { readPayload } from "../../domain/payload/read-payload.ts";
import { isSignedWith } from "../../lib/crypto/body-signature.ts";
import { requireSignature } from "../toolkit/require-signature.ts";
import type { ToolIntake } from "../toolkit/tool-intake.ts";
import { readIssue } from "./closed-issue.ts";
import { readComment } from "./issue-comment.ts";
import { readPullRequest } from "./merged-pull-request.ts";

const READERS = new Map([
  ["pull_request", readPullRequest],
  ["issues", readIssue],
  ["issue_comment", readComment],
]);

export const githubIntake: ToolIntake = {
  maxBytes: MAX_TOOL_MESSAGE_BYTES.github,
  verify(request) {
    const { bytes, headers } = request;
    requireSignature(request, "X-Hub-Signature-256", (secret) =>
      isSignedWith(secret, bytes, headers["x-hub-signature-256"]),
    );
  },
  read(request) {
    const { bytes, contentType, headers } = request;
    const event = headers["x-github-event"];
    const reader = READERS.get(String(event));
    if (reader === undefined) return { ask: "nothing", why: event === "ping" ? "ping" : "other_event" };
    return reader(readPayload(bytes, contentType, headers["content-encoding"]), request);
  },
};
