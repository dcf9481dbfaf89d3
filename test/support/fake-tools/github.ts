// Stands in for GitHub: issues of one repository, checked as GitHub checks them, with comments and states.
import { complaints, isText, openStandIn, type StandIn, type StandInAnswer, type StandInRequest } from "./stand-in.ts";

export interface GithubIssue {
  id: number;
  number: number;
  title: string;
  body: string;
  labels: string[];
  state: "open" | "closed";
  state_reason: string | null;
  created_at: string;
  updated_at: string;
  comments: string[];
}

export interface Github extends StandIn {
  repository: string;
  token: string;
  issues: GithubIssue[];
  /** The clock of GitHub: whole seconds. */
  now(): string;
}

export async function openGithub(repository = "harbor-labs/nimbus-ios", token = "github_pat_1"): Promise<Github> {
  const issues: GithubIssue[] = [];
  const now = () => `${new Date().toISOString().slice(0, 19)}Z`;
  const standIn = await openStandIn((asked, problem) => {
    if (asked.headers.authorization !== `Bearer ${token}`) return message(401, "Bad credentials");
    if (!asked.headers["user-agent"]) return message(403, "Request forbidden by administrative rules.");
    if (asked.headers.accept !== "application/vnd.github+json") problem("Accept");
    if (asked.headers["x-github-api-version"] !== "2022-11-28") problem("X-GitHub-Api-Version");
    return answer(asked);
  });
  const answer = (asked: StandInRequest): StandInAnswer => {
    const base = `/repos/${repository}`;
    if (asked.path === base && asked.method === "GET")
      return { status: 200, body: { full_name: repository, has_issues: true } };
    if (asked.path === `${base}/issues`) return asked.method === "POST" ? create(asked.body) : list(asked.query);
    const own = /^\/issues\/comments\/(\d+)$/.exec(asked.path.slice(base.length))?.[1];
    if (own !== undefined) return changeComment(Number(own), asked);
    const [, number, comments] = /^\/issues\/(\d+)(\/comments)?$/.exec(asked.path.slice(base.length)) ?? [];
    const issue = asked.path.startsWith(base) ? issues.find((one) => one.number === Number(number)) : undefined;
    if (issue === undefined) return message(404, "Not Found");
    if (comments !== undefined) return asked.method === "POST" ? comment(issue, asked.body) : commentsOf(issue);
    return asked.method === "PATCH" ? patch(issue, asked.body) : { status: 200, body: shown(issue) };
  };
  const shown = (issue: GithubIssue) => ({
    ...issue,
    comments: issue.comments.length,
    html_url: `https://github.com/${repository}/issues/${issue.number}`,
  });
  const create = (body: unknown): StandInAnswer => {
    const isLabels = (value: unknown) => Array.isArray(value) && value.every(isText(50));
    const wrong = complaints(body, { title: isText(256), body: isText(65_536), labels: isLabels }, ["body", "labels"]);
    if (wrong.length > 0) return message(422, `Validation Failed: ${wrong.join(", ")}`);
    const given = body as { title: string; body: string; labels?: string[] };
    const number = 77 + issues.length;
    const at = now();
    const issue: GithubIssue = {
      ...{ id: 2_500_100_200 + issues.length, number, title: given.title, body: given.body },
      ...{
        labels: given.labels ?? [],
        state: "open",
        state_reason: null,
        created_at: at,
        updated_at: at,
        comments: [],
      },
    };
    issues.push(issue);
    return { status: 201, body: shown(issue) };
  };
  const list = (query: URLSearchParams): StandInAnswer => {
    const size = Number(query.get("per_page") ?? 30);
    const from = (Number(query.get("page") ?? 1) - 1) * size;
    const kept = issues.filter(({ state }) => query.get("state") === "all" || state === "open").toReversed();
    return { status: 200, body: kept.slice(from, from + size).map(shown) };
  };
  const comment = (issue: GithubIssue, body: unknown): StandInAnswer => {
    const wrong = complaints(body, { body: isText(65_536) });
    if (wrong.length > 0) return message(422, wrong.join(", "));
    issue.comments.push((body as { body: string }).body);
    issue.updated_at = now();
    return { status: 201, body: { id: issue.comments.length, body: issue.comments.at(-1) } };
  };
  /** An id is the place among the comments of the only issue that has so many. */
  const changeComment = (id: number, { method, body }: StandInRequest): StandInAnswer => {
    const issue = issues.find(({ comments }) => comments.length >= id);
    if (issue === undefined) return message(404, "Not Found");
    if (method === "DELETE") issue.comments.splice(id - 1, 1);
    if (method === "DELETE") return { status: 204 };
    const wrong = method === "PATCH" ? complaints(body, { body: isText(65_536) }) : ["method"];
    if (wrong.length > 0) return message(422, wrong.join(", "));
    issue.comments[id - 1] = (body as { body: string }).body;
    return { status: 200, body: { id, body: issue.comments[id - 1] } };
  };
  const commentsOf = ({ comments }: GithubIssue): StandInAnswer => ({
    status: 200,
    body: comments.map((body, i) => ({ id: i + 1, body })),
  });
  const patch = (issue: GithubIssue, body: unknown): StandInAnswer => {
    const reasons = ["completed", "not_planned", "duplicate", "reopened", null];
    const fields = {
      state: (value: unknown) => value === "open" || value === "closed",
      state_reason: (value: unknown) => reasons.includes(value as string),
    };
    const wrong = complaints(body, fields, ["state_reason"]);
    if (wrong.length > 0) return message(422, wrong.join(", "));
    Object.assign(issue, body, { updated_at: now() });
    return { status: 200, body: shown(issue) };
  };
  return Object.assign(standIn, { repository, token, issues, now });
}

function message(status: number, text: string): StandInAnswer {
  return { status, body: { message: text, documentation_url: "https://docs.github.com/rest" } };
}
