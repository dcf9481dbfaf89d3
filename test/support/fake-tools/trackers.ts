// The issue trackers behind one face: a stand-in for each, what stands in it, and what it says when somebody there does something.
import { createHmac } from "node:crypto";
import { plainText } from "../../../src/integrations/jira/shared/adf.ts";
import { payloadBytes } from "../clients/webhook-client.ts";
import { sampleOf } from "../samples/coded-app.ts";
import { hubSigned } from "../samples/signed-as-tool.ts";
import { onGitea } from "./gitea.ts";
import { openGithub } from "./github.ts";
import { onGitlab } from "./gitlab.ts";
import { type Jira, openJira } from "./jira.ts";
import { failed, openLinear } from "./linear.ts";
import { later, nextComment, SECRET, type TrackerStandIn } from "./tracker-stand-in.ts";

export const TRACKERS = ["github", "gitlab", "gitea", "jira", "jira-data-center", "linear"] as const;

export function openTracker(tool: (typeof TRACKERS)[number]): Promise<TrackerStandIn> {
  return {
    github: onGithub,
    gitlab: onGitlab,
    gitea: onGitea,
    jira: onJira,
    "jira-data-center": onJiraDataCenter,
    linear: onLinear,
  }[tool]();
}

async function onGithub(): Promise<TrackerStandIn> {
  const github = await openGithub();
  return {
    ...{ tool: "github", label: "GitHub", standIn: github },
    fields: {
      settings: { repository: github.repository, api_url: github.url, labels: ["bug"] },
      credentials: { token: github.token, webhook_secret: SECRET },
    },
    items: () =>
      github.issues.map((issue) => ({
        ...{ id: String(issue.id), title: issue.title, text: issue.body, isOpen: issue.state === "open" },
        ...{ comments: issue.comments, at: issue.updated_at },
      })),
    say(connected, item, state, at = later(item.at)) {
      const payload = sampleOf("github-issue-closed.json", "NIM-42");
      payload.action = state === "closed" ? "closed" : "reopened";
      const number = github.issues.find(({ id }) => String(id) === item.id)!.number;
      const html_url = `https://github.com/${github.repository}/issues/${number}`;
      const reason = state === "closed" ? "completed" : "reopened";
      const { title } = item;
      Object.assign(payload.issue, {
        id: Number(item.id),
        number,
        html_url,
        title,
        state,
        state_reason: reason,
        updated_at: at,
      });
      const delivery = { "x-github-event": "issues", "x-github-delivery": `d-${at}-${state}` };
      return connected.send(payload, { ...delivery, ...hubSigned(SECRET, payload) });
    },
    sayComment(connected, item, body, id = nextComment(), more = {}) {
      const payload = sampleOf("github-issue-closed.json", "NIM-42");
      payload.action = "created";
      Object.assign(payload.issue, { id: Number(item.id), title: item.title });
      payload.comment = { id: Number(id), body, user: { login: "mara-quill" }, author_association: "MEMBER", ...more };
      const delivery = { "x-github-event": "issue_comment", "x-github-delivery": `c-${id}` };
      return connected.send(payload, { ...delivery, ...hubSigned(SECRET, payload) });
    },
    sayDeleted(connected, item, id) {
      const payload = sampleOf("github-issue-closed.json", "NIM-42");
      payload.action = "deleted";
      Object.assign(payload.issue, { id: Number(item.id), title: item.title });
      payload.comment = { id: Number(id), body: "Gone", user: { login: "mara-quill" }, author_association: "NONE" };
      const delivery = { "x-github-event": "issue_comment", "x-github-delivery": `gone-${id}` };
      return connected.send(payload, { ...delivery, ...hubSigned(SECRET, payload) });
    },
    lastComment: (item) => item.comments.at(-1)!,
    remove: (item) =>
      void github.issues.splice(
        github.issues.findIndex(({ id }) => String(id) === item.id),
        1,
      ),
    isCreate: ({ method, path }) => method === "POST" && path.endsWith("/issues"),
    isComment: ({ method, path }) => method === "POST" && path.endsWith("/comments"),
    isMove: ({ method }) => method === "PATCH",
    isChange: ({ path }) => /\/issues\/comments\/\d+$/.test(path),
    tooFast: {
      status: 403,
      headers: { "retry-after": "1" },
      body: { message: "You have exceeded a secondary rate limit." },
    },
    stranger: { status: 401, body: { message: "Bad credentials" } },
  };
}

async function onJira(opened?: Jira): Promise<TrackerStandIn> {
  const jira = opened ?? (await openJira());
  return {
    ...{ tool: "jira", label: "Jira", standIn: jira },
    fields: {
      settings: { site_url: jira.url, project: "NIMB" },
      credentials: { email: jira.email, api_token: jira.token, webhook_secret: SECRET },
    },
    items: () =>
      jira.items.map((item) => ({
        ...{ id: item.id, title: item.summary, text: JSON.stringify(item.description), at: item.updated },
        ...{ isOpen: item.status.category !== "done", comments: item.comments.map((one) => JSON.stringify(one)) },
      })),
    say(connected, item, state, at = later(item.at)) {
      const payload = sampleOf("jira-issue-transition.json", "NIM-42");
      const { key } = jira.items.find(({ id }) => id === item.id)!;
      Object.assign(payload.issue, { id: item.id, key });
      const category = state === "closed" ? "done" : "new";
      Object.assign(payload.issue.fields, { summary: item.title, updated: at });
      payload.issue.fields.status = { id: "1", name: state, statusCategory: { id: 1, key: category } };
      if (state === "open") payload.changelog.items = payload.changelog.items.slice(1);
      const identifier = { "x-atlassian-webhook-identifier": `w-${at}-${state}` };
      return connected.send(payload, { ...identifier, ...hubSigned(SECRET, payload, "x-hub-signature") });
    },
    sayComment(connected, item, body, id = nextComment(), more = {}) {
      const author = { accountId: "5b10", displayName: "Mara Quill" };
      const payload = {
        timestamp: Date.now(),
        webhookEvent: "comment_created",
        comment: {
          id,
          author,
          body,
          updateAuthor: author,
          created: item.at,
          updated: item.at,
          jsdPublic: true,
          ...more,
        },
        issue: { id: item.id, key: "NIMB-87", fields: { summary: item.title } },
      };
      const identifier = { "x-atlassian-webhook-identifier": `c-${id}` };
      return connected.send(payload, { ...identifier, ...hubSigned(SECRET, payload, "x-hub-signature") });
    },
    sayDeleted(connected, item, id) {
      const comment = { id, author: { accountId: "5b10", displayName: "Mara Quill" }, body: "Gone" };
      const issue = { id: item.id, key: "NIMB-87", fields: { summary: item.title } };
      const payload = { timestamp: Date.now(), webhookEvent: "comment_deleted", comment, issue };
      return connected.send(payload, hubSigned(SECRET, payload, "x-hub-signature"));
    },
    // A webhook has the text that comments were before there were documents.
    lastComment: (item) => plainText(JSON.parse(item.comments.at(-1)!)),
    remove: (item) =>
      void jira.items.splice(
        jira.items.findIndex(({ id }) => id === item.id),
        1,
      ),
    isCreate: ({ method, path }) => method === "POST" && path.endsWith("/issue"),
    isComment: ({ method, path }) => method === "POST" && path.endsWith("/comment"),
    isMove: ({ path }) => path.endsWith("/transitions"),
    isChange: ({ path }) => /\/comment\/\d+$/.test(path),
    tooFast: { status: 429, headers: { "retry-after": "1" }, body: { errorMessages: ["Rate limit exceeded."] } },
    stranger: { status: 401, body: { errorMessages: ["Client must be authenticated"] } },
  };
}

/** The same below a path of its server, with other texts, another credential, and comments whose item only their address names. */
async function onJiraDataCenter(): Promise<TrackerStandIn> {
  const jira = await openJira("data center");
  const cloud = await onJira(jira);
  return {
    ...cloud,
    tool: "jira-data-center",
    fields: {
      settings: { site_url: `${jira.url}/jira`, project: "NIMB" },
      credentials: { token: jira.token, webhook_secret: SECRET },
    },
    items: () =>
      jira.items.map((item) => ({
        ...{ id: item.id, title: item.summary, text: item.description, at: item.updated },
        ...{ isOpen: item.status.category !== "done", comments: item.comments },
      })),
    sayComment(connected, item, body, id = nextComment(), more = {}) {
      const author = { name: "mquill", key: "JIRAUSER10100", displayName: "Mara Quill", active: true };
      const self = `https://jira.harbor.example/jira/rest/api/2/issue/${item.id}/comment/${id}`;
      const comment = { self, id, author, body, updateAuthor: author, created: item.at, updated: item.at, ...more };
      const payload = { timestamp: Date.now(), webhookEvent: "comment_created", comment };
      const identifier = { "x-atlassian-webhook-identifier": `c-${id}` };
      return connected.send(payload, { ...identifier, ...hubSigned(SECRET, payload, "x-hub-signature") });
    },
    lastComment: (item) => item.comments.at(-1)!,
  };
}

async function onLinear(): Promise<TrackerStandIn> {
  const linear = await openLinear();
  return {
    ...{ tool: "linear", label: "Linear", standIn: linear },
    fields: {
      settings: { api_url: `${linear.url}/graphql`, team: linear.team.id },
      credentials: { api_key: linear.key, webhook_secret: SECRET },
    },
    items: () =>
      linear.issues.map((issue) => ({
        ...{ id: issue.id, title: issue.title, text: issue.description, at: issue.updatedAt },
        ...{ isOpen: !issue.stateId.startsWith("state-done"), comments: issue.comments.map(({ body }) => body) },
      })),
    say(connected, item, state, at = later(item.at)) {
      const payload = sampleOf("linear-issue-update.json", "NIM-42");
      const type = state === "closed" ? "completed" : "started";
      Object.assign(payload.data, {
        id: item.id,
        title: item.title,
        updatedAt: at,
        state: { id: "s", name: type, type },
      });
      payload.updatedFrom.completedAt = state === "closed" ? null : at;
      return connected.send(...fromLinear(payload));
    },
    sayComment(connected, item, body, id = `comment-${nextComment()}`, more = {}) {
      const payload = {
        ...{ action: "create", type: "Comment", actor: { id: "u", name: "Mara Quill", type: "user" } },
        data: { id, body, issueId: item.id, userId: "u", user: { id: "u", name: "Mara Quill" }, ...more },
        url: "https://linear.app/nimbus/issue/NIM-87#comment-1",
      };
      return connected.send(...fromLinear(payload));
    },
    sayDeleted(connected, item, id) {
      const payload = {
        ...{ action: "remove", type: "Comment", actor: { id: "u", name: "Mara Quill", type: "user" } },
        data: { id, body: "Gone", issueId: item.id, userId: "u", archivedAt: item.at },
      };
      return connected.send(...fromLinear(payload));
    },
    lastComment: (item) => item.comments.at(-1)!,
    remove: (item) =>
      void linear.issues.splice(
        linear.issues.findIndex(({ id }) => id === item.id),
        1,
      ),
    isCreate: ({ body }) => String(body?.query).includes("issueCreate("),
    isComment: ({ body }) => String(body?.query).includes("commentCreate("),
    isMove: ({ body }) => String(body?.query).includes("issueUpdate("),
    isChange: ({ body }) => /comment(?:Update|Delete)\(/.test(String(body?.query)),
    tooFast: { ...failed("RATELIMITED", "ratelimited", 400), headers: { "retry-after": "1" } },
    stranger: failed("AUTHENTICATION_ERROR", "authentication error", 401),
  };
}

/** Said now, and signed as Linear signs. */
// biome-ignore lint/suspicious/noExplicitAny: payloads of every shape
export function fromLinear(payload: any, at = Date.now()): [unknown, Record<string, string>] {
  const said = { ...payload, webhookTimestamp: at };
  const digest = createHmac("sha256", SECRET).update(payloadBytes(said)).digest("hex");
  return [said, { "linear-signature": digest, "linear-delivery": `l-${at}-${Math.random()}` }];
}
