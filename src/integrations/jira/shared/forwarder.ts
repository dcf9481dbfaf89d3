// Jira, on either of its platforms: an item is made once and found again, commented on, and moved by its workflow.
import type { LinkedItem } from "../../../domain/connections/connection.ts";
import { isoTime } from "../../../lib/clock.ts";
import { fieldAt, listAt, momentAt, textAt } from "../../../lib/formats/untrusted-fields.ts";
import type { Forwarder, ForwardJob, ForwardResult } from "../../toolkit/forwarder.ts";
import {
  baseOf,
  ended,
  noComment,
  resultOfChange,
  trackerForwarder,
  unreadable,
} from "../../toolkit/tracker/tracker-forwarder.ts";
import { titleOf } from "../../toolkit/tracker/tracker-text.ts";
import { plainText } from "./adf.ts";
import { type AskJira, askerOf, type JiraPlatform } from "./platform.ts";
import { transitionTo } from "./transitions.ts";

const MAX_SUMMARY = 255;
const COMMENTS = 20;
const PAGES = 50;
const FOUND = 20;

export function jiraForwarder(platform: JiraPlatform): Forwarder {
  const ask = askerOf(platform);
  return trackerForwarder({
    async check(job) {
      const query = `projectKey=${projectOf(job)}&permissions=CREATE_ISSUES`;
      const { sent, data } = await ask(job, "GET", `/mypermissions?${query}`);
      const may = fieldAt(data, "permissions", "CREATE_ISSUES", "havePermission");
      if (sent.end !== "delivered") return sent;
      return may === true ? sent : ended("stopped", "no_permission", sent.httpStatus);
    },

    async create(job) {
      if (job.again) {
        const earlier = await findMarked(platform, ask, job);
        if (earlier !== null) return earlier;
      }
      const { sent, data } = await ask(job, "POST", "/issue", {
        fields: {
          project: { key: projectOf(job) },
          issuetype: { name: String(job.settings.issue_type ?? "Bug") },
          summary: titleOf(job.event, MAX_SUMMARY),
          description: platform.describe(job.event),
        },
        ...platform.marks(job.event),
      });
      // It is never the text that Jira does not take: the project wants something that we can't know.
      if (sent.httpStatus === 400) return { ...sent, end: "stopped" };
      if (sent.end !== "delivered") return sent;
      const item = itemIn(job, data);
      return item === null ? unreadable(sent.httpStatus) : { ...sent, item };
    },

    async tell(job, item) {
      const path = `/issue/${encodeURIComponent(item.externalId)}`;
      const isNow = await ask(job, "GET", `${path}?fields=status,updated&expand=transitions`);
      if (isNow.sent.end !== "delivered") return isGone(ask, job, isNow.sent);
      const commented = await comment(platform, ask, job, path);
      const { kind } = job.event;
      if (commented.end !== "delivered" || kind === "confirmed" || kind === "commented") return { ...commented, item };
      const isClosed = kind === "fixed";
      const transition = transitionTo(isNow.data, isClosed);
      if (transition === "there") return { ...commented, item: stateOf(item, isNow.data) };
      // A workflow that has no way there, or asks for more on it, is left to people: they have read the comment.
      if (transition === null) return { ...commented, outcome: "commented_only", item };
      const moved = await ask(job, "POST", `${path}/transitions`, { transition: { id: transition } });
      if (moved.sent.httpStatus === 400) return { ...commented, outcome: "commented_only", item };
      if (moved.sent.end !== "delivered") return { ...moved.sent, item };
      const after = await ask(job, "GET", `${path}?fields=status,updated`);
      return { ...moved.sent, item: stateOf({ ...item, state: isClosed ? "closed" : "open" }, after.data) };
    },

    async change(job, item, what) {
      const path = `/issue/${encodeURIComponent(item.externalId)}/comment`;
      const me = await ask(job, "GET", "/myself");
      if (me.sent.end !== "delivered") return resultOfChange(me.sent);
      const { sent, id } = await findComment(ask, job, path, nameIn(me.data));
      if (sent.end !== "delivered") return isGone(ask, job, sent);
      if (id === null) return noComment(sent);
      const asked =
        what === "deleted"
          ? ask(job, "DELETE", `${path}/${id}`)
          : ask(job, "PUT", `${path}/${id}`, { body: platform.commentOf(job.event) });
      return resultOfChange((await asked).sent);
    },
  });
}

function projectOf({ settings }: ForwardJob): string {
  return String(settings.project);
}

/** What an earlier attempt has made; null when it made nothing. */
async function findMarked(platform: JiraPlatform, ask: AskJira, job: ForwardJob): Promise<ForwardResult | null> {
  const { code } = job.event.issue;
  const { search } = platform;
  const { sent, data } = await ask(job, "POST", search.path, {
    jql: `project = "${projectOf(job)}" AND summary ~ "\\"${code}\\"" ORDER BY created DESC`,
    fields: ["status", "updated", ...search.fields],
    maxResults: FOUND,
    ...search.more,
  });
  if (sent.end !== "delivered") return sent;
  if (!Array.isArray(fieldAt(data, "issues"))) return unreadable(sent.httpStatus);
  const marked = listAt(data, "issues").find((one) => platform.isMarked(job.event, one));
  const item = marked === undefined ? null : itemIn(job, marked);
  return item === null ? null : { ...sent, item };
}

async function comment(platform: JiraPlatform, ask: AskJira, job: ForwardJob, path: string): Promise<ForwardResult> {
  const { at, comment: said } = job.event;
  if (job.again) {
    const { sent, data } = await ask(job, "GET", `${path}/comment?orderBy=-created&maxResults=${COMMENTS}`);
    if (sent.end !== "delivered") return sent;
    if (!Array.isArray(fieldAt(data, "comments"))) return unreadable(sent.httpStatus);
    const isSaid = listAt(data, "comments").some((one) =>
      JSON.stringify(fieldAt(one, "body") ?? "").includes(said?.id ?? isoTime(at)),
    );
    if (isSaid) return sent;
  }
  return (await ask(job, "POST", `${path}/comment`, { body: platform.commentOf(job.event) })).sent;
}

/** Whoever answers to it may quote its link: only what we wrote ourselves is ours to change, and only what ends with it is it. */
async function findComment(
  ask: AskJira,
  job: ForwardJob,
  path: string,
  me: string,
): Promise<{ sent: ForwardResult; id: string | null }> {
  for (let page = 0; ; page++) {
    const query = `orderBy=-created&startAt=${page * COMMENTS}&maxResults=${COMMENTS}`;
    const { sent, data } = await ask(job, "GET", `${path}?${query}`);
    if (sent.end !== "delivered") return { sent, id: null };
    const comments = listAt(data, "comments");
    const own = comments.filter((one) => nameIn(fieldAt(one, "author")) === me);
    const said = own.find((one) => lastLink(fieldAt(one, "body")).includes(`#${job.event.comment!.id}`));
    const id = /^\d{1,20}$/.exec(textAt(said, "id"))?.[0] ?? null;
    if (id !== null || comments.length < COMMENTS || page === PAGES) return { sent, id };
  }
}

/** An account's name, on either platform. */
function nameIn(account: unknown): string {
  return textAt(account, "accountId") || textAt(account, "name");
}

function lastLink(body: unknown): string {
  const said = plainText(body);
  return said.slice(said.lastIndexOf("[") + 1);
}

/** An item that was deleted there must not keep the others from being updated: it is gone if its project still answers. */
async function isGone(ask: AskJira, job: ForwardJob, sent: ForwardResult): Promise<ForwardResult> {
  if (sent.httpStatus !== 404) return sent;
  const project = (await ask(job, "GET", `/project/${projectOf(job)}`)).sent;
  return project.end === "delivered" ? ended("refused", "item_gone", 404) : project;
}

function itemIn(job: ForwardJob, data: unknown): LinkedItem | null {
  const externalId = textAt(data, "id");
  const name = textAt(data, "key");
  if (externalId === "" || name === "") return null;
  const url = `${baseOf(job.settings.site_url)}/browse/${encodeURIComponent(name)}`;
  return stateOf({ externalId, issueId: job.event.issue.id, name, url, state: "open", seen: null }, data);
}

/** The item with the state that the answer names; unchanged where it names none. */
function stateOf(item: LinkedItem, data: unknown): LinkedItem {
  const category = textAt(data, "fields", "status", "statusCategory", "key");
  const state = category === "" ? item.state : category === "done" ? "closed" : "open";
  return { ...item, state, seen: momentAt(data, "fields", "updated") ?? item.seen };
}
