// Stands in for Gitea and Forgejo, below a path of the server as it is often run: issues of one repository, checked as Gitea checks them.
import { createHmac } from "node:crypto";
import type { CreateIssueCommentOption, CreateIssueOption, EditIssueCommentOption, EditIssueOption } from "gitea-js";
import type { ConnectionClient } from "../clients/connection-client.ts";
import { payloadBytes } from "../clients/webhook-client.ts";
import { sampleOf } from "../samples/coded-app.ts";
import { complaints, isText, openStandIn, type StandInAnswer, type StandInRequest } from "./stand-in.ts";
import { later, nextComment, SECRET, type TrackerItem, type TrackerStandIn } from "./tracker-stand-in.ts";

interface GiteaIssue {
  id: number;
  number: number;
  title: string;
  body: string;
  state: string;
  created_at: string;
  updated_at: string;
  comments: string[];
}

const REPOSITORY = "harbor-labs/nimbus-ios";
const TOKEN = "8a5f0d9c31e64f7c";
const BASE = `/gitea/api/v1/repos/${REPOSITORY}`;

export async function onGitea(): Promise<TrackerStandIn> {
  const issues: GiteaIssue[] = [];
  const standIn = await openStandIn((asked, problem) => {
    if (asked.headers.authorization !== `token ${TOKEN}`) return message(401, "user does not exist [uid: 0, name: ]");
    if (asked.body !== undefined && asked.headers["content-type"] !== "application/json") problem("Content-Type");
    return asked.path.startsWith(BASE) ? answer(asked, asked.path.slice(BASE.length)) : message(404, "Not found.");
  });
  const answer = ({ method, query, body }: StandInRequest, path: string): StandInAnswer => {
    if (path === "") return { status: 200, body: { full_name: REPOSITORY, has_issues: true, private: true } };
    if (path === "/issues") return method === "POST" ? create(body) : list(query);
    const own = /^\/issues\/comments\/(\d+)$/.exec(path)?.[1];
    if (own !== undefined) return changeComment(Number(own), method, body);
    const [, number, comments] = /^\/issues\/(\d+)(\/comments)?$/.exec(path) ?? [];
    const issue = issues.find((one) => one.number === Number(number));
    if (issue === undefined) return message(404, "issue does not exist");
    if (comments !== undefined) return method === "POST" ? comment(issue, body) : commentsOf(issue);
    return method === "PATCH" ? edit(issue, body) : { status: 200, body: shown(issue) };
  };
  const shown = ({ comments, ...issue }: GiteaIssue) => ({
    ...{ ...issue, comments: comments.length, pull_request: null, labels: [] },
    html_url: `https://git.harbor.example/gitea/${REPOSITORY}/issues/${issue.number}`,
  });
  const create = (body: unknown): StandInAnswer => {
    const wrong = complaints(body, { title: isText(255), body: isText(65_536) } satisfies Fields<CreateIssueOption>);
    if (wrong.length > 0) return message(422, `[Title]: ${wrong.join(", ")}`);
    const { title, body: text = "" } = body as CreateIssueOption;
    const at = now();
    const issue = {
      ...{ id: 241 + issues.length, number: 77 + issues.length, title, body: text },
      ...{ state: "open", created_at: at, updated_at: at, comments: [] },
    };
    issues.push(issue);
    return { status: 201, body: shown(issue) };
  };
  const list = (query: URLSearchParams): StandInAnswer => {
    const size = Number(query.get("limit") ?? 30);
    const from = (Number(query.get("page") ?? 1) - 1) * size;
    const kept = issues.filter(({ state }) => query.get("state") === "all" || state === "open").toReversed();
    return { status: 200, body: kept.slice(from, from + size).map(shown) };
  };
  const comment = (issue: GiteaIssue, body: unknown): StandInAnswer => {
    const wrong = complaints(body, { body: isText(65_536) } satisfies Fields<CreateIssueCommentOption>);
    if (wrong.length > 0) return message(422, wrong.join(", "));
    issue.comments.push((body as CreateIssueCommentOption).body);
    issue.updated_at = now();
    return { status: 201, body: { id: issue.comments.length, body: issue.comments.at(-1) } };
  };
  /** An id is the place among the comments of the only issue that has so many. */
  const changeComment = (id: number, method: string, body: unknown): StandInAnswer => {
    const issue = issues.find(({ comments }) => comments.length >= id);
    if (issue === undefined) return message(404, "comment does not exist");
    if (method === "DELETE") issue.comments.splice(id - 1, 1);
    if (method === "DELETE") return { status: 204 };
    const fields = { body: isText(65_536) } satisfies Fields<EditIssueCommentOption>;
    const wrong = method === "PATCH" ? complaints(body, fields) : ["method"];
    if (wrong.length > 0) return message(422, wrong.join(", "));
    issue.comments[id - 1] = (body as EditIssueCommentOption).body;
    return { status: 200, body: { id, body: issue.comments[id - 1] } };
  };
  const commentsOf = ({ comments }: GiteaIssue): StandInAnswer => ({
    status: 200,
    body: comments.map((body, i) => ({ id: i + 1, body })),
  });
  const edit = (issue: GiteaIssue, body: unknown): StandInAnswer => {
    const isState = (value: unknown) => value === "open" || value === "closed";
    const wrong = complaints(body, { state: isState } satisfies Fields<EditIssueOption>);
    if (wrong.length > 0) return message(422, wrong.join(", "));
    Object.assign(issue, body, { updated_at: now() });
    return { status: 201, body: shown(issue) };
  };
  const say = (connected: ConnectionClient, payload: unknown, event: string, delivery: string) =>
    connected.send(payload, fromGitea(payload, event, delivery));
  const aboutComment = (action: string, item: TrackerItem, id: string, fields: object) => {
    const payload = sampleOf("gitea-issue-comment.json", "NIM-42");
    payload.action = action;
    Object.assign(payload.issue, { id: Number(item.id), title: item.title });
    Object.assign(payload.comment, { id: Number(id), ...fields });
    return payload;
  };
  return {
    ...{ tool: "gitea", label: "Gitea", standIn },
    fields: {
      settings: { repository: REPOSITORY, site_url: `${standIn.url}/gitea/` },
      credentials: { token: TOKEN, webhook_secret: SECRET },
    },
    items: () =>
      issues.map((issue) => ({
        ...{ id: String(issue.id), title: issue.title, text: issue.body, isOpen: issue.state === "open" },
        ...{ comments: issue.comments, at: issue.updated_at },
      })),
    say(connected, item, state, at = later(item.at)) {
      const payload = sampleOf("gitea-issue-closed.json", "NIM-42");
      payload.action = state === "closed" ? "closed" : "reopened";
      const { number } = issues.find(({ id }) => String(id) === item.id)!;
      Object.assign(payload.issue, { id: Number(item.id), number, title: item.title, state, updated_at: at });
      return say(connected, payload, "issues", `d-${at}-${state}`);
    },
    sayComment: (connected, item, body, id = nextComment(), more = {}) =>
      say(connected, aboutComment("created", item, id, { body, ...more }), "issue_comment", `c-${id}`),
    sayDeleted: (connected, item, id) =>
      say(connected, aboutComment("deleted", item, id, { body: "Gone" }), "issue_comment", `gone-${id}`),
    lastComment: (item) => item.comments.at(-1)!,
    remove: (item) => {
      const at = issues.findIndex(({ id }) => String(id) === item.id);
      issues.splice(at, 1);
    },
    isCreate: ({ method, path }) => method === "POST" && path.endsWith("/issues"),
    isComment: ({ method, path }) => method === "POST" && path.endsWith("/comments"),
    isMove: ({ method }) => method === "PATCH",
    isChange: ({ path }) => /\/issues\/comments\/\d+$/.test(path),
    // Gitea has no limit of its own: it is the proxy in front of it that says so.
    tooFast: { status: 429, headers: { "retry-after": "1" }, body: "Too many requests" },
    stranger: message(401, "user does not exist [uid: 0, name: ]"),
  };
}

/** Checks by the names that the vendor's own types have, and no others. */
type Fields<Option> = Partial<Record<keyof Option, (value: unknown) => boolean>>;

/** The headers of a message that is signed as Gitea signs: digits alone. */
export function fromGitea(payload: unknown, event: string, delivery: string, secret = SECRET): Record<string, string> {
  const digest = createHmac("sha256", secret).update(payloadBytes(payload)).digest("hex");
  return { "x-gitea-event": event, "x-gitea-delivery": delivery, "x-gitea-signature": digest };
}

/** Whole seconds, with the offset of the server. */
function now(): string {
  return `${new Date(Date.now() + 3_600_000).toISOString().slice(0, 19)}+01:00`;
}

function message(status: number, text: string): StandInAnswer {
  return { status, body: { message: text, url: "https://git.harbor.example/gitea/api/swagger" } };
}
