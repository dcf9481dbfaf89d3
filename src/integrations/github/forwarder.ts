// GitHub Issues, as GitHub's interface for programs has them.
import { isoTime } from "../../lib/clock.ts";
import { fieldAt } from "../../lib/formats/untrusted-fields.ts";
import { issueForwarder } from "../toolkit/code-host/issue-forwarder.ts";
import { repositoryPath } from "../toolkit/code-host/repository-name.ts";
import { callGithub } from "./api.ts";

const COMMENTS = 30;

export const githubForwarder = issueForwarder({
  maxTitle: 256,
  repositoryOf: ({ settings }) => String(settings.repository),
  pathOf: repositoryPath,
  ask: callGithub,
  hasIssues: (repository) => fieldAt(repository, "has_issues") !== false,
  issueOf: ({ settings }, title, body) => ({
    title,
    body,
    ...(Array.isArray(settings.labels) ? { labels: settings.labels } : {}),
  }),
  fields: { text: "body", number: "number", url: "html_url" },
  pageQuery: (page, size) => `state=all&sort=created&direction=desc&per_page=${size}&page=${page}`,
  comments: {
    path: "comments",
    query: (since) => `since=${isoTime(since)}&per_page=${COMMENTS}`,
    one: ({ repository }, id) => `${repository}/issues/comments/${id}`,
    edit: "PATCH",
  },
  move: {
    method: "PATCH",
    closed: { state: "closed", state_reason: "completed" },
    open: { state: "open", state_reason: "reopened" },
  },
});
