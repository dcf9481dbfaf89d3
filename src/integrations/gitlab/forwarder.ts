// Issues at GitLab, as its interface for programs has them.
import { fieldAt } from "../../lib/formats/untrusted-fields.ts";
import { issueForwarder } from "../toolkit/code-host/issue-forwarder.ts";
import { callJson, resultOf } from "../toolkit/forwarder.ts";
import { baseOf } from "../toolkit/tracker/tracker-forwarder.ts";

const COMMENTS = 30;
/** A group, groups within it, and the project. */
export const PROJECT_FIELD = {
  pattern: /^(?:(?!\.{1,2}\/)[\w.-]+\/)+(?!\.{1,2}$)[\w.-]+$/,
  expected: "expected the project's path, such as group/project",
};

export const gitlabForwarder = issueForwarder({
  maxTitle: 255,
  repositoryOf: ({ settings }) => String(settings.project),
  pathOf: (project) =>
    project.length <= 500 && PROJECT_FIELD.pattern.test(project) ? `/projects/${encodeURIComponent(project)}` : null,
  async ask(job, method, path, body) {
    const headers = { "private-token": job.credentials.token! };
    const url = `${baseOf(job.settings.site_url ?? "https://gitlab.com")}/api/v4${path}`;
    const { done, data } = await callJson(job, method, url, headers, body);
    return { sent: resultOf(done), data };
  },
  hasIssues: (project) =>
    fieldAt(project, "issues_enabled") !== false && fieldAt(project, "issues_access_level") !== "disabled",
  issueOf: ({ settings }, title, description) => ({
    title,
    description,
    ...(Array.isArray(settings.labels) ? { labels: settings.labels.join(",") } : {}),
  }),
  quote: withoutCommands,
  fields: { text: "description", number: "iid", url: "web_url" },
  pageQuery: (page, size) => `scope=all&order_by=created_at&sort=desc&per_page=${size}&page=${page}`,
  comments: {
    path: "notes",
    query: () => `order_by=created_at&sort=desc&per_page=${COMMENTS}`,
    newestFirst: true,
    one: ({ issue }, id) => `${issue}/notes/${id}`,
    edit: "PUT",
  },
  move: { method: "PUT", closed: { state_event: "close" }, open: { state_event: "reopen" } },
});

/**
 * A line that begins with a slash may be a command to GitLab (`/close`), and it does not always know that it stands in a block of code: the sign
 * before it that is not shown keeps it from being one.
 */
function withoutCommands(markdown: string): string {
  return markdown.replaceAll(/^(\s*)\//gm, "$1\u2060/");
}
