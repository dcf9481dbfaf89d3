// The samples of what tools send are of the shapes that the vendors' own types give: a field that they don't have fails the type check.
import type { WebhookIssueEventSchema, WebhookIssueNoteEventSchema } from "@gitbeaker/core";
import type * as gitea from "gitea-js";
import { expect, test } from "vitest";
import giteaIssue from "../../samples/tools/gitea-issue-closed.json" with { type: "json" };
import giteaComment from "../../samples/tools/gitea-issue-comment.json" with { type: "json" };
import giteaPullRequest from "../../samples/tools/gitea-pr-merged.json" with { type: "json" };

import gitlabIssue from "../../samples/tools/gitlab-issue-closed.json" with { type: "json" };
import gitlabNote from "../../samples/tools/gitlab-issue-note.json" with { type: "json" };

/** As it is sent: the types leave out that anything may be null. */
type Sent<Type> = Type extends object ? { [Name in keyof Type]: Sent<Type[Name]> | null } : Type;

interface GiteaMessage {
  action: string;
  repository: Sent<gitea.Repository>;
  sender: Sent<gitea.User>;
}

test("what Gitea sends has the issues, comments and pull requests of its own types", () => {
  const issue: GiteaMessage & { issue: Sent<gitea.Issue> } = giteaIssue;
  const comment: GiteaMessage & { issue: Sent<gitea.Issue>; comment: Sent<gitea.Comment> } = giteaComment;
  const pullRequest: GiteaMessage & { pull_request: Sent<gitea.PullRequest> } = giteaPullRequest;
  for (const { repository } of [issue, comment, pullRequest])
    expect(repository.full_name).toBe("harbor-labs/nimbus-ios");
});

/** Of what is read of an issue and a comment, the part that the types name. */
type Read<
  Event extends { object_attributes: object; project: object },
  Name extends keyof Event["object_attributes"],
> = {
  object_attributes: Sent<Pick<Event["object_attributes"], Name>>;
  project: Sent<Event["project"]>;
};

test("what GitLab sends has the issues and comments of the types of its interface", () => {
  const issue: Read<
    WebhookIssueEventSchema,
    "action" | "duplicated_to_id" | "id" | "iid" | "moved_to_id" | "state" | "title" | "updated_at" | "url"
  > = gitlabIssue;
  const note: Read<WebhookIssueNoteEventSchema, "id" | "note" | "noteable_type" | "system"> & {
    issue: Sent<Pick<WebhookIssueNoteEventSchema["issue"], "id" | "iid" | "title">>;
  } = gitlabNote;
  expect(note.issue.id).toBe(issue.object_attributes.id);
});
