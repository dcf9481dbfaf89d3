// What GitLab sends: merge requests that were merged. Everything else is let pass.

import { MAX_TOOL_MESSAGE_BYTES } from "../../domain/limits.ts";
import { readPayload } from "../../domain/payload/read-payload.ts";
import { isSameText } from "../../lib/crypto/constant-time-equal.ts";
import { fieldAt, textAt } from "../../lib/formats/untrusted-fields.ts";
import { fixByMerge } from "../toolkit/code-host/merged-change.ts";
import { requireSignature } from "../toolkit/require-signature.ts";
import { isStandardSigned } from "../toolkit/standard-webhooks-signature.ts";
import type { ToolCommand } from "../toolkit/tool-command.ts";
import type { ToolIntake, ToolRequest } from "../toolkit/tool-intake.ts";

export const gitlabIntake: ToolIntake = {
  maxBytes: MAX_TOOL_MESSAGE_BYTES.gitlab,
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
    const isMergeRequest = fieldAt(payload, "object_kind") === "merge_request";
    return isMergeRequest ? readMergeRequest(payload, request) : { ask: "nothing", why: "other_event" };
  },
};

/** GitLab names its author by a number only, and whoever merged it by their name. */
function readMergeRequest(payload: unknown, request: ToolRequest): ToolCommand {
  const said = fieldAt(payload, "object_attributes");
  if (fieldAt(said, "action") !== "merge") return { ask: "nothing", why: "other_action" };
  if (fieldAt(said, "state") !== "merged") return { ask: "nothing", why: "not_merged" };
  const merge = {
    repo: textAt(payload, "project", "path_with_namespace"),
    number: fieldAt(said, "iid"),
    url: textAt(said, "url"),
    by: textAt(payload, "user", "username"),
    target: textAt(said, "target_branch"),
    defaultBranch: textAt(payload, "project", "default_branch"),
    title: textAt(said, "title"),
    description: textAt(said, "description"),
    branch: textAt(said, "source_branch"),
  };
  return fixByMerge(merge, request);
}
