// Stands in for GitLab below a path of its server: issues of one project, checked as GitLab checks them.
import type { CreateIssueOptions, EditIssueOptions } from "@gitbeaker/core";
import type { ConnectionClient } from "../clients/connection-client.ts";
import { sampleOf } from "../samples/coded-app.ts";
import { complaints, isText, openStandIn, type StandInAnswer, type StandInRequest } from "./stand-in.ts";
import { later, nextComment, SECRET, type TrackerStandIn } from "./tracker-stand-in.ts";

interface GitlabIssue {
  id: number;
  iid: number;
  title: string;
  description: string;
  labels: string[];
  state: "opened" | "closed";
  created_at: string;
  updated_at: string;
  notes: string[];
}

const PROJECT = "harbor/mobile/nimbus-android";
const TOKEN = "glpat-7f2a";
const BASE = `/gitlab/api/v4/projects/${encodeURIComponent(PROJECT)}`;

export async function onGitlab(): Promise<TrackerStandIn> {
  const issues: GitlabIssue[] = [];
  const standIn = await openStandIn((asked, problem) => {
    if (asked.headers["private-token"] !== TOKEN) return { status: 401, body: { message: "401 Unauthorized" } };
    if (asked.body !== undefined && asked.headers["content-type"] !== "application/json") problem("Content-Type");
    return asked.path.startsWith(BASE) ? answer(asked, asked.path.slice(BASE.length)) : notFound("Project");
  });
  const answer = ({ method, query, body }: StandInRequest, path: string): StandInAnswer => {
    if (path === "") return { status: 200, body: { path_with_namespace: PROJECT, issues_access_level: "enabled" } };
    if (path === "/issues") return method === "POST" ? create(body) : list(query);
    const [, number, notes, id] = /^\/issues\/(\d+)(\/notes(?:\/(\d+))?)?$/.exec(path) ?? [];
    const issue = issues.find(({ iid }) => iid === Number(number));
    if (issue === undefined) return notFound("Issue");
    if (id !== undefined) return changeNote(issue, Number(id), method, body);
    if (notes !== undefined) return method === "POST" ? note(issue, body) : notesOf(issue);
    return method === "PUT" ? edit(issue, body) : { status: 200, body: shown(issue) };
  };
  const shown = ({ notes, ...issue }: GitlabIssue) => ({
    ...{ ...issue, user_notes_count: notes.length, project_id: 501 },
    web_url: `https://gitlab.example/${PROJECT}/-/issues/${issue.iid}`,
  });
  const create = (body: unknown): StandInAnswer => {
    const fields = { title: isText(255), description: isText(1_048_576), labels: isText(500) };
    const wrong = complaints(body, fields satisfies Checks<CreateIssueOptions & { title: string }>, ["labels"]);
    if (wrong.length > 0) return { status: 400, body: { message: { title: wrong } } };
    const given = body as { title: string; description: string; labels?: string };
    const at = new Date().toISOString();
    const issue: GitlabIssue = {
      ...{ id: 84_001 + issues.length, iid: 77 + issues.length, title: given.title, description: given.description },
      ...{ labels: given.labels?.split(",") ?? [], state: "opened", created_at: at, updated_at: at, notes: [] },
    };
    issues.push(issue);
    return { status: 201, body: shown(issue) };
  };
  const list = (query: URLSearchParams): StandInAnswer => {
    const size = Number(query.get("per_page") ?? 20);
    const from = (Number(query.get("page") ?? 1) - 1) * size;
    const isNewestFirst = query.get("order_by") === "created_at" && query.get("sort") === "desc";
    const kept = isNewestFirst ? issues.toReversed() : issues;
    return { status: 200, body: kept.slice(from, from + size).map(shown) };
  };
  const note = (issue: GitlabIssue, body: unknown): StandInAnswer => {
    const wrong = complaints(body, { body: isText(1_000_000) });
    if (wrong.length > 0) return { status: 400, body: { message: `400 Bad request - ${wrong.join(", ")}` } };
    issue.notes.push((body as { body: string }).body);
    issue.updated_at = new Date().toISOString();
    return { status: 201, body: { id: issue.notes.length, body: issue.notes.at(-1), system: false } };
  };
  const changeNote = (issue: GitlabIssue, id: number, method: string, body: unknown): StandInAnswer => {
    if (issue.notes[id - 1] === undefined) return notFound("Note");
    if (method === "DELETE") issue.notes.splice(id - 1, 1);
    if (method === "DELETE") return { status: 204 };
    const wrong = method === "PUT" ? complaints(body, { body: isText(1_000_000) }) : ["method"];
    if (wrong.length > 0) return { status: 400, body: { message: `400 Bad request - ${wrong.join(", ")}` } };
    issue.notes[id - 1] = (body as { body: string }).body;
    return { status: 200, body: { id, body: issue.notes[id - 1], system: false } };
  };
  const notesOf = ({ notes }: GitlabIssue): StandInAnswer => ({
    status: 200,
    body: notes.map((body, i) => ({ id: i + 1, body, system: false })).toReversed(),
  });
  const edit = (issue: GitlabIssue, body: unknown): StandInAnswer => {
    const fields = { state_event: (value: unknown) => value === "close" || value === "reopen" };
    const wrong = complaints(body, fields satisfies Checks<EditIssueOptions>);
    if (wrong.length > 0) return { status: 400, body: { error: "state_event does not have a valid value" } };
    const isClosed = (body as { state_event: string }).state_event === "close";
    Object.assign(issue, { state: isClosed ? "closed" : "opened", updated_at: new Date().toISOString() });
    return { status: 200, body: shown(issue) };
  };
  return {
    ...{ tool: "gitlab", label: "GitLab", standIn },
    fields: {
      settings: { project: PROJECT, site_url: `${standIn.url}/gitlab`, labels: ["bug", "from retest"] },
      credentials: { token: TOKEN, webhook_secret: SECRET },
    },
    items: () =>
      issues.map((issue) => ({
        ...{ id: String(issue.id), title: issue.title, text: issue.description, isOpen: issue.state === "opened" },
        ...{ comments: issue.notes, at: issue.updated_at },
      })),
    say(connected, item, state, at = later(item.at)) {
      const payload = sampleOf("gitlab-issue-closed.json", "NIM-42");
      const { iid } = issues.find(({ id }) => String(id) === item.id)!;
      const isClosed = state === "closed";
      Object.assign(payload.object_attributes, {
        ...{ id: Number(item.id), iid, title: item.title, updated_at: at.replace("T", " ").replace("Z", " UTC") },
        ...{ action: isClosed ? "close" : "reopen", state: isClosed ? "closed" : "opened" },
      });
      return fromGitlab(connected, payload, `i-${at}-${state}`);
    },
    sayComment(connected, item, note, id = nextComment(), more = {}) {
      const payload = sampleOf("gitlab-issue-note.json", "NIM-42");
      Object.assign(payload.issue, { id: Number(item.id), title: item.title });
      Object.assign(payload.object_attributes, { id: Number(id), note, ...more });
      return fromGitlab(connected, payload, `n-${id}`);
    },
    // GitLab says nothing of that.
    sayDeleted: null,
    lastComment: (item) => item.comments.at(-1)!,
    remove: (item) => {
      const at = issues.findIndex(({ id }) => String(id) === item.id);
      issues.splice(at, 1);
    },
    isCreate: ({ method, path }) => method === "POST" && path.endsWith("/issues"),
    isComment: ({ method, path }) => method === "POST" && path.endsWith("/notes"),
    isMove: ({ method }) => method === "PUT",
    isChange: ({ path }) => /\/notes\/\d+$/.test(path),
    tooFast: { status: 429, headers: { "retry-after": "1" }, body: { message: "Retry later" } },
    stranger: { status: 401, body: { message: "401 Unauthorized" } },
  };
}

/** Checks by the names that the types of GitLab's interface have, and no others. */
type Checks<Options> = Partial<Record<Snake<keyof Options & string>, (value: unknown) => boolean>>;
type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : Name;

export function fromGitlab(connected: ConnectionClient, payload: unknown, key: string, token = SECRET) {
  return connected.send(payload, { "x-gitlab-token": token, "idempotency-key": key });
}

function notFound(what: string): StandInAnswer {
  return { status: 404, body: { message: `404 ${what} Not Found` } };
}
