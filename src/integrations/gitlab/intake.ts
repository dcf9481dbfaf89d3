// What GitLab sends: merge requests that were merged, issues that were closed or opened again, and comments. Everything else is let pass.

import { MEGABYTE } from "../../domain/limits/connection-limits.ts";
import { readPayload } from "../../domain/payload/read-payload.ts";
import { isSameText } from "../../lib/crypto/constant-time-equal.ts";
import { isStandardSigned } from "../../lib/crypto/standard-webhooks-signature.ts";
import { fieldAt } from "../../lib/formats/untrusted-fields.ts";
import { requireSignature } from "../toolkit/require-signature.ts";
import type { ToolCommand } from "../toolkit/tool-command.ts";
import type { ToolIntake, ToolRequest } from "../toolkit/tool-intake.ts";
import { readClosedIssue } from "./closed-issue.ts";
import { readNote } from "./issue-note.ts";
import { readMergeRequest } from "./merge-request.ts";

const READERS = new Map<unknown, (payload: unknown, request: ToolRequest) => ToolCommand>([
  ["merge_request", readMergeRequest],
  ["issue", readClosedIssue],
  ["note", readNote],
]);

export const gitlabIntake: ToolIntake = {
  maxBytes: 2 * MEGABYTE,
  hasComments: true,
  verify(request) {
    const token = request.headers["x-gitlab-token"];
    requireSignature(
      request,
      "X-Gitlab-Token, or webhook-signature,",
      (secret) => isStandardSigned(secret, request) || (typeof token === "string" && isSameText(token, secret)),
    );
  },
  read(request) {
    const { bytes, contentType, headers } = request;
    const payload = readPayload(bytes, contentType, headers["content-encoding"]);
    const reader = READERS.get(fieldAt(payload, "object_kind"));
    return reader === undefined ? { ask: "nothing", why: "other_event" } : reader(payload, request);
  },
};
