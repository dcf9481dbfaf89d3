// Issues at Gitea and Forgejo, as their interface for programs has them.
import { isoTime } from "../../lib/clock.ts";
import { fieldAt } from "../../lib/formats/untrusted-fields.ts";
import { issueForwarder } from "../toolkit/code-host/issue-forwarder.ts";
import { repositoryPath } from "../toolkit/code-host/repository-name.ts";
import { callJson, resultOf } from "../toolkit/forwarder.ts";
import { baseOf } from "../toolkit/tracker/tracker-forwarder.ts";

export const giteaForwarder = issueForwarder({
  maxTitle: 255,
  repositoryOf: ({ settings }) => String(settings.repository),
  pathOf: repositoryPath,
  async ask(job, method, path, body) {
    const headers = { authorization: `token ${job.credentials.token}` };
    const url = `${baseOf(job.settings.site_url)}/api/v1${path}`;
    const { done, data } = await callJson(job, method, url, headers, body);
    return { sent: resultOf(done), data };
  },
  hasIssues: (repository) => fieldAt(repository, "has_issues") !== false,
  issueOf: (_job, title, body) => ({ title, body }),
  fields: { text: "body", number: "number", url: "html_url" },
  // It gives the newest first, and takes no other word for that.
  pageQuery: (page, size) => `state=all&type=issues&limit=${size}&page=${page}`,
  comments: {
    path: "comments",
    query: (since) => `since=${isoTime(since)}`,
    one: ({ repository }, id) => `${repository}/issues/comments/${id}`,
    edit: "PATCH",
  },
  move: { method: "PATCH", closed: { state: "closed" }, open: { state: "open" } },
});
