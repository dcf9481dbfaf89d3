// Stands in for Redmine below a path of its server: issues of one project and a workflow, checked as Redmine checks them.
import { complaints, isText, openStandIn, type StandInAnswer, type StandInRequest } from "./stand-in.ts";
import type { ListeningTracker } from "./tracker-stand-in.ts";

interface RedmineStatus {
  id: number;
  name: string;
  is_closed: boolean;
}

interface RedmineIssue {
  id: number;
  subject: string;
  description: string;
  tracker: number;
  status: RedmineStatus;
  updated_on: string;
  journals: { id: number; notes: string }[];
}

export interface Redmine extends ListeningTracker {
  /** What the account may set. */
  allowed: RedmineStatus[];
  /** What a project has switched on. */
  modules: string[];
}

const STATUSES: RedmineStatus[] = [
  { id: 1, name: "New", is_closed: false },
  { id: 3, name: "Resolved", is_closed: false },
  { id: 6, name: "Rejected", is_closed: true },
  { id: 5, name: "Closed", is_closed: true },
];
const TRACKERS = [
  { id: 1, name: "Bug" },
  { id: 2, name: "Feature" },
];
const KEY = "ebe0086565f41be805fad55ff75e53c727d117d6";
const BASE = "/redmine";

export async function onRedmine(): Promise<Redmine> {
  const issues: RedmineIssue[] = [];
  const standIn = await openStandIn((asked, problem) => {
    if (asked.headers["x-redmine-api-key"] !== KEY) return { status: 401 };
    if (asked.body !== undefined && asked.headers["content-type"] !== "application/json") problem("Content-Type");
    return asked.path.startsWith(`${BASE}/`) ? answer(asked, asked.path.slice(BASE.length)) : { status: 404 };
  });
  const answer = ({ method, query, body }: StandInRequest, path: string): StandInAnswer => {
    if (path === "/projects/nimbus.json") return { status: 200, body: { project: project() } };
    if (path === "/issues.json") return method === "POST" ? create(body) : list(query);
    const [, journal] = /^\/journals\/(\d+)\.json$/.exec(path) ?? [];
    if (journal !== undefined && method === "PUT") return editJournal(Number(journal), body);
    const [, id] = /^\/issues\/(\d+)\.json$/.exec(path) ?? [];
    const issue = issues.find((one) => one.id === Number(id));
    if (issue === undefined) return { status: 404 };
    return method === "PUT" ? edit(issue, body) : { status: 200, body: { issue: shown(issue, query) } };
  };
  const project = () => ({
    ...{ id: 1, identifier: "nimbus", trackers: TRACKERS },
    enabled_modules: redmine.modules.map((name, i) => ({ id: i + 1, name })),
  });
  const shown = ({ journals, tracker, ...issue }: RedmineIssue, query: URLSearchParams) => {
    const included = query.get("include")?.split(",") ?? [];
    return {
      ...{ ...issue, tracker: TRACKERS.find(({ id }) => id === tracker) },
      ...(included.includes("journals") ? { journals } : {}),
      ...(included.includes("allowed_statuses") ? { allowed_statuses: redmine.allowed } : {}),
    };
  };
  const create = (body: unknown): StandInAnswer => {
    const isTracker = (value: unknown) => TRACKERS.some(({ id }) => id === value);
    const fields = {
      ...{ project_id: (value: unknown) => value === "nimbus", subject: isText(255), description: isText(65_535) },
      tracker_id: isTracker,
    };
    const given = (body as { issue: Record<string, string & number> }).issue;
    const wrong = complaints(given, fields, ["tracker_id"]);
    if (wrong.length > 0) return { status: 422, body: { errors: wrong } };
    const issue: RedmineIssue = {
      ...{ id: 77 + issues.length, subject: given.subject!, description: returned(given.description!) },
      ...{ tracker: given.tracker_id ?? 1, status: STATUSES[0]!, updated_on: now(), journals: [] },
    };
    issues.push(issue);
    return { status: 201, body: { issue: shown(issue, new URLSearchParams()) } };
  };
  const list = (query: URLSearchParams): StandInAnswer => {
    const phrase = query.get("subject")!.slice(1);
    const isAsked = query.get("status_id") === "*" && query.get("sort") === "id:desc";
    const found = issues.filter(({ subject }) => isAsked && subject.includes(phrase)).toReversed();
    return { status: 200, body: { issues: found.map((issue) => shown(issue, query)), total_count: found.length } };
  };
  const edit = (issue: RedmineIssue, body: unknown): StandInAnswer => {
    const isStatus = (value: unknown) => STATUSES.some(({ id }) => id === value);
    const given = (body as { issue: { notes?: string; status_id?: number } }).issue;
    const wrong = complaints(given, { notes: isText(65_535), status_id: isStatus }, ["notes", "status_id"]);
    if (wrong.length > 0) return { status: 422, body: { errors: wrong } };
    if (given.notes !== undefined) issue.journals.push({ id: issue.journals.length + 1, notes: returned(given.notes) });
    // What the account may not set is passed over.
    const status = redmine.allowed.find(({ id }) => id === given.status_id);
    Object.assign(issue, { status: status ?? issue.status, updated_on: now() });
    return { status: 204 };
  };
  /** One without text is gone. */
  const editJournal = (id: number, body: unknown): StandInAnswer => {
    const issue = issues.find(({ journals }) => journals.some((one) => one.id === id));
    if (issue === undefined) return { status: 404 };
    const { notes } = (body as { journal: { notes: string } }).journal;
    const kept = issue.journals.map((one) => (one.id === id ? { ...one, notes: returned(notes) } : one));
    issue.journals = kept.filter((one) => one.notes !== "");
    return { status: 204 };
  };
  const redmine: Redmine = {
    ...{ tool: "redmine", label: "Redmine", standIn, allowed: STATUSES, modules: ["issue_tracking", "wiki"] },
    fields: {
      settings: { site_url: `${standIn.url}${BASE}/`, project: "nimbus", issue_type: "bug" },
      credentials: { api_key: KEY },
    },
    items: () =>
      issues.map((issue) => ({
        ...{ id: String(issue.id), title: issue.subject, text: issue.description, isOpen: !issue.status.is_closed },
        ...{ comments: issue.journals.map(({ notes }) => notes), at: issue.updated_on },
      })),
    remove: (item) => {
      const at = issues.findIndex(({ id }) => String(id) === item.id);
      issues.splice(at, 1);
    },
    isCreate: ({ method }) => method === "POST",
    isComment: ({ method }) => method === "PUT",
    isMove: ({ method }) => method === "PUT",
    isChange: ({ path }) => path.includes("/journals/"),
    // A proxy in front of it answers this: Redmine itself has no limit.
    tooFast: { status: 429, headers: { "retry-after": "1" } },
    stranger: { status: 401 },
  };
  return redmine;
}

/** As Redmine gives texts back. */
function returned(text: string): string {
  return text.replaceAll("\n", "\r\n");
}

function now(): string {
  return `${new Date().toISOString().slice(0, 19)}Z`;
}
