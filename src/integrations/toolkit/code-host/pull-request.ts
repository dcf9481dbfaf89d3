// A pull request that was merged, as GitHub and Gitea tell of it.

import { fieldAt, textAt } from "../../../lib/formats/untrusted-fields.ts";
import type { ToolCommand } from "../tool-command.ts";
import type { ToolRequest } from "../tool-intake.ts";
import { fixByMerge } from "./merged-change.ts";

export function readPullRequest(payload: unknown, request: ToolRequest): ToolCommand {
  const said = fieldAt(payload, "pull_request");
  if (fieldAt(payload, "action") !== "closed") return { ask: "nothing", why: "other_action" };
  if (fieldAt(said, "merged") !== true) return { ask: "nothing", why: "not_merged" };
  const merge = {
    repo: textAt(payload, "repository", "full_name"),
    number: fieldAt(said, "number"),
    url: textAt(said, "html_url"),
    by: textAt(said, "user", "login") || textAt(said, "merged_by", "login"),
    target: textAt(said, "base", "ref"),
    defaultBranch: textAt(payload, "repository", "default_branch"),
    title: textAt(said, "title"),
    description: textAt(said, "body"),
    branch: textAt(said, "head", "ref"),
  };
  return fixByMerge(merge, request);
}
