// The issues of a code host: one is made once, found again by a hidden mark, commented on, closed and opened again.
import type { LinkedItem } from "../../../domain/connections/connection.ts";
import { httpLink } from "../../../domain/report/http-link.ts";
import { fieldAt, momentAt, textAt } from "../../../lib/formats/untrusted-fields.ts";
import type { Forwarder, ForwardJob, ForwardResult } from "../forwarder.ts";
import { ended, noComment, resultOfChange, trackerForwarder, unreadable } from "../tracker/tracker-forwarder.ts";
import { bodyInMarkdown, commentInMarkdown, sayingOf, titleOf } from "../tracker/tracker-text.ts";

/** The differences between code hosts. */
export interface IssueHost {
  maxTitle: number;
  /** The repository that issues are forwarded to, as people write it. */
  repositoryOf(job: ForwardJob): string;
  /** Where a repository is, of a name that is one; null of any other. */
  pathOf(repository: string): string | null;
  ask(job: ForwardJob, method: string, path: string, body?: unknown): Promise<HostAnswer>;
  /** Whether the repository has issues at all, by what the host says of it. */
  hasIssues(repository: unknown): boolean;
  /** The fields of a new issue. */
  issueOf(job: ForwardJob, title: string, text: string): object;
  /** Makes a text harmless that the host would take for more than text, even as code. */
  quote?(markdown: string): string;
  /** The host's names of these fields. */
  fields: { text: string; number: string; url: string };
  /** Asks for the latest issues, newest first. Pages are small, as each issue may be long. */
  pageQuery(page: number, size: number): string;
  /** Paths of an issue's comments, with a query for recent ones; `one` is a single comment's path, `edit` the way to change it. */
  comments: {
    path: string;
    query(since: number): string;
    newestFirst?: true;
    one(places: { repository: string; issue: string }, id: string): string;
    edit: string;
  };
  /** How an issue is closed and opened again. */
  move: { method: string; closed: object; open: object };
}

export interface HostAnswer {
  sent: ForwardResult;
  data: unknown;
}

/** Issues that are looked through for the mark. */
const PAGE = 10;
const PAGES = 30;
/** How far the host's clock may be from ours. */
const SKEW_MS = 10 * 60_000;

export function issueForwarder(host: IssueHost): Forwarder {
  return trackerForwarder({
    async check(job) {
      const { sent, data } = await askForRepository(host, job);
      const hasNone = sent.end === "delivered" && !host.hasIssues(data);
      return hasNone ? ended("stopped", "issues_are_off", sent.httpStatus) : sent;
    },

    async create(job) {
      if (job.again) {
        const earlier = await findMarked(host, job);
        if (earlier !== null) return earlier;
      }
      const text = `${quoted(host, bodyInMarkdown(job.event))}\n\n${markOf(job)}`;
      const issue = host.issueOf(job, titleOf(job.event, host.maxTitle), text);
      const { sent, data } = await host.ask(job, "POST", issuesOf(host, job), issue);
      if (sent.end !== "delivered") return sent;
      const item = itemIn(host, job, data);
      return item === null ? unreadable(sent.httpStatus) : { ...sent, item };
    },

    async tell(job, item) {
      const path = placeOf(host, item);
      if (path === null) return ended("refused", "no_item", null);
      const commented = await comment(host, job, path);
      if (commented.end !== "delivered") return isGone(host, job, commented);
      const { kind } = job.event;
      if (kind !== "fixed" && kind !== "reopened") return { ...commented, item };
      const state = kind === "fixed" ? "closed" : "open";
      const { sent, data } = await host.ask(job, host.move.method, path, host.move[state]);
      if (sent.end !== "delivered") return isGone(host, job, sent);
      return { ...sent, item: { ...item, state, seen: momentAt(data, "updated_at") ?? item.seen } };
    },

    async change(job, item, what) {
      const issue = placeOf(host, item);
      if (issue === null) return resultOfChange(ended("refused", "no_item", null));
      const { sent, id } = await findComment(host, job, `${issue}/${host.comments.path}`);
      if (sent.end !== "delivered") return isGone(host, job, sent);
      if (id === null) return noComment(sent);
      const path = host.comments.one({ repository: issue.replace(/\/issues\/\d+$/, ""), issue }, id);
      const asked =
        what === "deleted"
          ? host.ask(job, "DELETE", path)
          : host.ask(job, host.comments.edit, path, { body: sayingIn(host, job) });
      return resultOfChange((await asked).sent);
    },
  });
}

function askForRepository(host: IssueHost, job: ForwardJob): Promise<HostAnswer> {
  return host.ask(job, "GET", host.pathOf(host.repositoryOf(job)) ?? "");
}

function issuesOf(host: IssueHost, job: ForwardJob): string {
  return `${host.pathOf(host.repositoryOf(job)) ?? ""}/issues`;
}

/** A mark in the text that isn't shown and is the same at every attempt, so that an issue isn't made twice. */
function markOf({ event }: ForwardJob, kind = ""): string {
  return `<!-- retest: ${event.issue.id}${kind} -->`;
}

/** What an earlier attempt has made; null when it made nothing. */
async function findMarked(host: IssueHost, job: ForwardJob): Promise<ForwardResult | null> {
  const mark = markOf(job);
  const oldest = job.event.at - SKEW_MS;
  for (let page = 1; page <= PAGES; page++) {
    const { sent, data } = await host.ask(job, "GET", `${issuesOf(host, job)}?${host.pageQuery(page, PAGE)}`);
    if (sent.end !== "delivered") return sent;
    if (!Array.isArray(data)) return unreadable(sent.httpStatus);
    const issues = data as unknown[];
    const marked = issues.findLast((one) => textAt(one, host.fields.text).endsWith(mark));
    const item = marked === undefined ? null : itemIn(host, job, marked);
    if (item !== null) return { ...sent, item };
    const last = momentAt(issues.at(-1), "created_at");
    if (issues.length < PAGE || (last !== null && Date.parse(last) < oldest)) return null;
  }
  return null;
}

async function comment(host: IssueHost, job: ForwardJob, issue: string): Promise<ForwardResult> {
  const path = `${issue}/${host.comments.path}`;
  const mark = markOfSaying(job);
  if (job.again) {
    const { sent, data } = await host.ask(job, "GET", `${path}?${host.comments.query(job.event.at - SKEW_MS)}`);
    if (sent.end !== "delivered") return sent;
    if (!Array.isArray(data)) return unreadable(sent.httpStatus);
    if (data.some((one) => textAt(one, "body").endsWith(mark))) return sent;
  }
  return (await host.ask(job, "POST", path, { body: sayingIn(host, job) })).sent;
}

function markOfSaying(job: ForwardJob): string {
  return markOf(job, ` ${job.event.kind} ${sayingOf(job.event)}`);
}

function sayingIn(host: IssueHost, job: ForwardJob): string {
  return `${quoted(host, commentInMarkdown(job.event))}\n\n${markOfSaying(job)}`;
}

/** The oldest comment with its mark that was written since the event: others may have copied the mark, also into older ones. */
async function findComment(
  host: IssueHost,
  job: ForwardJob,
  path: string,
): Promise<{ sent: ForwardResult; id: string | null }> {
  const { newestFirst = false, query } = host.comments;
  const begin = job.event.at - SKEW_MS;
  const isOlder = (one: unknown) => Date.parse(momentAt(one, "created_at") ?? "") < begin;
  const marked: number[] = [];
  let first = "";
  for (let page = 1; ; page++) {
    const { sent, data } = await host.ask(job, "GET", `${path}?${query(begin)}&page=${page}`);
    if (sent.end !== "delivered") return { sent, id: null };
    if (!Array.isArray(data)) return { sent: unreadable(sent.httpStatus), id: null };
    const ours = data.filter((one) => !isOlder(one) && textAt(one, "body").endsWith(markOfSaying(job)));
    marked.push(...ours.map((one) => Number(textAt(one, "id"))).filter((id) => Number.isSafeInteger(id) && id > 0));
    // One that knows no pages gives the same again.
    const isEnd = data.length === 0 || textAt(data[0], "id") === first || page === PAGES;
    const isFound = newestFirst ? isOlder(data.at(-1)) : marked.length > 0;
    if (isEnd || isFound) return { sent, id: marked.length === 0 ? null : String(Math.min(...marked)) };
    first = textAt(data[0], "id");
  }
}

function quoted({ quote }: IssueHost, markdown: string): string {
  return quote === undefined ? markdown : quote(markdown);
}

/** An issue that was deleted there, or moved, must not keep the others from being updated: it is gone if its repository still answers. */
async function isGone(host: IssueHost, job: ForwardJob, sent: ForwardResult): Promise<ForwardResult> {
  const status = sent.httpStatus ?? 0;
  if (status !== 404 && status !== 410 && (status < 300 || status > 399)) return sent;
  const repository = (await askForRepository(host, job)).sent;
  return repository.end === "delivered" ? ended("refused", "item_gone", status) : repository;
}

/** The item of an answer, named with its repository: another one may be connected some day. */
function itemIn(host: IssueHost, job: ForwardJob, data: unknown): LinkedItem | null {
  const externalId = textAt(data, "id");
  const number = fieldAt(data, host.fields.number);
  if (externalId === "" || typeof number !== "number") return null;
  return {
    externalId,
    issueId: job.event.issue.id,
    name: `${host.repositoryOf(job)}#${number}`,
    url: httpLink(textAt(data, host.fields.url)),
    state: fieldAt(data, "state") === "closed" ? "closed" : "open",
    seen: null,
  };
}

function placeOf(host: IssueHost, { name }: LinkedItem): string | null {
  const [repository = "", number = "", ...more] = (name ?? "").split("#");
  const path = host.pathOf(repository);
  return path !== null && /^[1-9]\d{0,15}$/.test(number) && more.length === 0 ? `${path}/issues/${number}` : null;
}
