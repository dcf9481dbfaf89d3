// A merge request at GitLab that was merged.
import { fieldAt, textAt } from "../../lib/formats/untrusted-fields.ts";
import { fixByMerge } from "../toolkit/code-host/merged-change.ts";
import type { ToolCommand } from "../toolkit/tool-command.ts";
import type { ToolRequest } from "../toolkit/tool-intake.ts";

/** GitLab names its author by a number only, and whoever merged it by their name. */
export function readMergeRequest(payload: unknown, request: ToolRequest): ToolCommand {
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
