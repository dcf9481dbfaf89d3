// Stands in for Jira: the items of one project and a workflow, checked as Jira checks them.
import { complaints, isText, openStandIn, type StandIn, type StandInAnswer, type StandInRequest } from "./stand-in.ts";

export interface JiraStatus {
  id: string;
  name: string;
  category: "new" | "indeterminate" | "done";
}

export interface JiraItem {
  id: string;
  key: string;
  summary: string;
  // biome-ignore lint/suspicious/noExplicitAny: a document
  description: any;
  properties: Record<string, unknown>;
  status: JiraStatus;
  updated: string;
  // biome-ignore lint/suspicious/noExplicitAny: documents
  comments: any[];
}

export interface Jira extends StandIn {
  email: string;
  token: string;
  items: JiraItem[];
  /** The statuses that can be reached from anywhere. */
  workflow: JiraStatus[];
  mayCreate: boolean;
}

/** Jira Cloud, or Jira Data Center below a path of its server. */
export async function openJira(platform: "cloud" | "data center" = "cloud"): Promise<Jira> {
  const project = "NIMB";
  const isCloud = platform === "cloud";
  const base = isCloud ? "/rest/api/3" : "/jira/rest/api/2";
  const isMarkup = isCloud ? isDocument : isText(32_767);
  const email = "retest@example.com";
  const token = "ATATT3x";
  const workflow: JiraStatus[] = [
    { id: "1", name: "To Do", category: "new" },
    { id: "2", name: "In Progress", category: "indeterminate" },
    { id: "3", name: "Won't do", category: "done" },
    { id: "4", name: "Done", category: "done" },
  ];
  const items: JiraItem[] = [];
  const standIn = await openStandIn((asked, problem) => {
    const expected = isCloud ? `Basic ${Buffer.from(`${email}:${token}`).toString("base64")}` : `Bearer ${token}`;
    if (asked.headers.authorization !== expected) return refused(401, "Client must be authenticated");
    if (asked.body !== undefined && asked.headers["content-type"] !== "application/json") problem("Content-Type");
    const path = asked.path.slice(base.length);
    return asked.path.startsWith(`${base}/`) ? answer(asked, path) : refused(404, "no such resource");
  });
  const answer = (asked: StandInRequest, path: string): StandInAnswer => {
    if (path === "/mypermissions") return permissions(asked.query);
    if (path === `/project/${project}`) return { status: 200, body: { id: "10001", key: project } };
    if (path === "/issue" && asked.method === "POST") return create(asked.body);
    if (path === (isCloud ? "/search/jql" : "/search") && asked.method === "POST") return search(asked.body);
    if (path === "/myself") return { status: 200, body: ME };
    const [, id, part, own] = /^\/issue\/([\w-]+)(?:\/(\w+)(?:\/(\d+))?)?$/.exec(path) ?? [];
    const item = items.find((one) => one.id === id || one.key === id);
    if (item === undefined) return refused(404, "Issue does not exist or you do not have permission to see it.");
    if (part === "comment" && own !== undefined) return changeComment(item, Number(own), asked);
    if (part === "comment") return asked.method === "POST" ? comment(item, asked.body) : commentsOf(item);
    if (part === "transitions") return move(item, asked.body);
    return part === undefined && asked.method === "GET" ? { status: 200, body: shown(item) } : refused(405, "no");
  };
  const permissions = (query: URLSearchParams): StandInAnswer => {
    if (query.get("projectKey") !== project) return refused(404, "No project could be found");
    return { status: 200, body: { permissions: { CREATE_ISSUES: { havePermission: jira.mayCreate } } } };
  };
  const shown = (item: JiraItem) => ({
    ...{ id: item.id, key: item.key },
    fields: { status: statusOf(item.status), updated: item.updated, description: item.description },
    transitions: jira.workflow.map((to) => ({ id: `t${to.id}`, name: to.name, to: statusOf(to) })),
    properties: item.properties,
  });
  const create = (body: unknown): StandInAnswer => {
    const { fields, properties = [] } = body as {
      fields: Record<string, unknown>;
      properties?: { key: string; value: unknown }[];
    };
    const wrong = complaints(fields, {
      project: (value) => JSON.stringify(value) === JSON.stringify({ key: project }),
      issuetype: (value) => JSON.stringify(value) === JSON.stringify({ name: "Bug" }),
      summary: (value) => isText(255)(value) && !String(value).includes("\n"),
      description: isMarkup,
    });
    if (wrong.length > 0)
      return { status: 400, body: { errorMessages: [], errors: Object.fromEntries(wrong.map((one) => [one, one])) } };
    const number = items.length + 87;
    items.push({
      ...{ id: String(10_334 + number), key: `${project}-${number}`, summary: String(fields.summary) },
      ...{ description: fields.description, status: workflow[0]!, updated: now(), comments: [] },
      properties: Object.fromEntries(properties.map(({ key, value }) => [key, value])),
    });
    const { id, key } = items.at(-1)!;
    return { status: 201, body: { id, key, self: `${standIn.url}${base}/issue/${id}` } };
  };
  const search = (body: unknown): StandInAnswer => {
    const { jql } = body as { jql: string };
    const [, key, phrase] = /^project = "(\w+)" AND summary ~ "\\"([\w-]+)\\"" ORDER BY created DESC$/.exec(jql) ?? [];
    if (key !== project) return refused(400, `Error in the JQL Query: ${jql}`);
    const found = items.filter(({ summary }) => summary.includes(phrase!)).toReversed();
    return { status: 200, body: { issues: found.map(shown), isLast: true } };
  };
  const comment = (item: JiraItem, body: unknown): StandInAnswer => {
    const wrong = complaints(body, { body: isMarkup });
    if (wrong.length > 0) return refused(400, wrong.join(", "));
    item.comments.push((body as { body: unknown }).body);
    item.updated = now();
    return { status: 201, body: { id: String(item.comments.length), body: item.comments.at(-1) } };
  };
  const changeComment = (item: JiraItem, id: number, { method, body }: StandInRequest): StandInAnswer => {
    if (item.comments[id - 1] === undefined) return refused(404, "Can not find a comment for the id");
    if (method === "DELETE") item.comments.splice(id - 1, 1);
    if (method === "DELETE") return { status: 204 };
    const wrong = method === "PUT" ? complaints(body, { body: isMarkup }) : ["method"];
    if (wrong.length > 0) return refused(400, wrong.join(", "));
    item.comments[id - 1] = (body as { body: unknown }).body;
    return { status: 200, body: { id: String(id), body: item.comments[id - 1] } };
  };
  const commentsOf = ({ comments }: JiraItem): StandInAnswer => {
    const all = comments.map((body, i) => ({ id: String(i + 1), author: ME, body })).toReversed();
    return { status: 200, body: { comments: all, total: all.length, startAt: 0, maxResults: 20 } };
  };
  const move = (item: JiraItem, body: unknown): StandInAnswer => {
    const { id } = (body as { transition: { id: string } }).transition;
    const to = jira.workflow.find((one) => `t${one.id}` === id);
    if (to === undefined) return refused(400, "It seems that you have tried to perform an illegal workflow operation.");
    Object.assign(item, { status: to, updated: now() });
    return { status: 204 };
  };
  const jira: Jira = Object.assign(standIn, { email, token, items, workflow, mayCreate: true });
  return jira;
}

/** The account of the connection, as Jira Cloud and Jira Data Center name it. */
const ME = { accountId: "557058:f58131cb", name: "retest", displayName: "Retest" };

function statusOf({ id, name, category }: JiraStatus) {
  return { id, name, statusCategory: { id: 1, key: category, name } };
}

/** With the offset of the user, as Jira writes it. */
function now(): string {
  const local = new Date(Date.now() + 13 * 3_600_000).toISOString().slice(0, -1);
  return `${local}+1300`;
}

/** A document of paragraphs with plain texts and links. */
function isDocument(value: unknown): boolean {
  // biome-ignore lint/suspicious/noExplicitAny: it is being found out
  const doc = value as any;
  const isInline = (one: { type: string; text: unknown }) =>
    one.type === "text" && typeof one.text === "string" && one.text !== "" && !one.text.includes("\n");
  const isBlock = (one: { type: string; content: [] }) => one.type === "paragraph" && one.content.every(isInline);
  return doc?.type === "doc" && doc.version === 1 && Array.isArray(doc.content) && doc.content.every(isBlock);
}

function refused(status: number, text: string): StandInAnswer {
  return { status, body: { errorMessages: [text], errors: {} } };
}
