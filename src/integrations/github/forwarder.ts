// GitHub Issues: an issue is made once, found again by a hidden mark, commented on, closed and opened again.
import type { LinkedItem } from "../../domain/connections/connection.ts";
import { httpLink } from "../../domain/report/http-link.ts";
import { isoTime } from "../../lib/clock.ts";
import { fieldAt, momentAt, textAt } from "../../lib/formats/untrusted-fields.ts";
import type { ForwardJob, ForwardResult } from "../toolkit/forwarder.ts";
import { ended, trackerForwarder, unreadable } from "../toolkit/tracker/tracker-forwarder.ts";
import { bodyInMarkdown, commentInMarkdown, sayingOf, titleOf } from "../toolkit/tracker/tracker-text.ts";
import { callGithub, type GithubAnswer, repositoryOf, resultBy } from "./api.ts";

const MAX_TITLE = 256;
/** Issues that are looked through for the mark, newest first: small pages, for each may be long. */
const PAGE = 10;
const PAGES = 30;
/** Between our clock and theirs. */
const SKEW_MS = 10 * 60_000;
const COMMENTS = 30;

export const githubForwarder = trackerForwarder({
  async check(job) {
    const answer = await callGithub(job, "GET", `/repos/${repositoryOf(job)}`);
    const sent = resultBy(answer);
    const hasNone = sent.end === "delivered" && fieldAt(answer.data, "has_issues") === false;
    return hasNone ? ended("stopped", "issues_are_off", answer.done.status) : sent;
  },

  async create(job) {
    if (job.again) {
      const earlier = await findMarked(job);
      if (earlier !== null) return earlier;
    }
    const { event, settings } = job;
    const body = `${bodyInMarkdown(event)}\n\n${markOf(job)}`;
    const labels = Array.isArray(settings.labels) ? { labels: settings.labels } : {};
    const issue = { title: titleOf(event, MAX_TITLE), body, ...labels };
    const answer = await callGithub(job, "POST", `/repos/${repositoryOf(job)}/issues`, issue);
    const sent = resultBy(answer);
    if (sent.end !== "delivered") return sent;
    const item = itemIn(job, answer.data);
    return item === null ? unreadable(answer.done.status) : { ...sent, item };
  },

  async tell(job, item) {
    const path = pathOf(item);
    if (path === null) return ended("refused", "no_item", null);
    const commented = await comment(job, path);
    if (commented.end !== "delivered") return isGone(job, commented);
    const state = STATES[job.event.kind];
    if (state === undefined) return { ...commented, item };
    const answer = await callGithub(job, "PATCH", path, state);
    const sent = resultBy(answer);
    if (sent.end !== "delivered") return isGone(job, sent);
    const isClosed = state.state === "closed";
    const seen = momentAt(answer.data, "updated_at") ?? item.seen;
    return { ...sent, item: { ...item, state: isClosed ? "closed" : "open", seen } };
  },
});

const STATES: Partial<Record<ForwardJob["event"]["kind"], { state: string; state_reason: string }>> = {
  fixed: { state: "closed", state_reason: "completed" },
  reopened: { state: "open", state_reason: "reopened" },
};

/** Not shown, and the same however often it is tried. */
function markOf({ event }: ForwardJob, kind = ""): string {
  return `<!-- retest: ${event.issue.id}${kind} -->`;
}

/** What an earlier attempt has made; null when it made nothing. */
async function findMarked(job: ForwardJob): Promise<ForwardResult | null> {
  const mark = markOf(job);
  const oldest = job.event.at - SKEW_MS;
  for (let page = 1; page <= PAGES; page++) {
    const query = `state=all&sort=created&direction=desc&per_page=${PAGE}&page=${page}`;
    const answer = await callGithub(job, "GET", `/repos/${repositoryOf(job)}/issues?${query}`);
    const sent = resultBy(answer);
    if (sent.end !== "delivered") return sent;
    if (!Array.isArray(answer.data)) return unreadable(answer.done.status);
    const issues = answer.data as unknown[];
    const marked = issues.findLast((one) => textAt(one, "body").endsWith(mark));
    const item = marked === undefined ? null : itemIn(job, marked);
    if (item !== null) return { ...sent, item };
    const last = momentAt(issues.at(-1), "created_at");
    if (issues.length < PAGE || (last !== null && Date.parse(last) < oldest)) return null;
  }
  return null;
}

async function comment(job: ForwardJob, path: string): Promise<ForwardResult> {
  const mark = markOf(job, ` ${job.event.kind} ${sayingOf(job.event)}`);
  if (job.again) {
    const since = isoTime(job.event.at - SKEW_MS);
    const answer = await callGithub(job, "GET", `${path}/comments?since=${since}&per_page=${COMMENTS}`);
    const sent = resultBy(answer);
    if (sent.end !== "delivered") return sent;
    if (!Array.isArray(answer.data)) return unreadable(answer.done.status);
    if (answer.data.some((one) => textAt(one, "body").endsWith(mark))) return sent;
  }
  const body = `${commentInMarkdown(job.event)}\n\n${mark}`;
  return resultBy(await callGithub(job, "POST", `${path}/comments`, { body }));
}

/** An issue that was deleted there, or moved, is no reason to tell nothing of the others. */
async function isGone(job: ForwardJob, sent: ForwardResult): Promise<ForwardResult> {
  const status = sent.httpStatus ?? 0;
  if (status !== 404 && status !== 410 && (status < 300 || status > 399)) return sent;
  const repository = resultBy(await callGithub(job, "GET", `/repos/${repositoryOf(job)}`));
  return repository.end === "delivered" ? ended("refused", "item_gone", status) : repository;
}

/** Named with its repository: another one may be connected some day. */
function itemIn(job: ForwardJob, data: GithubAnswer["data"]): LinkedItem | null {
  const externalId = textAt(data, "id");
  const number = fieldAt(data, "number");
  if (externalId === "" || typeof number !== "number") return null;
  return {
    externalId,
    issueId: job.event.issue.id,
    name: `${repositoryOf(job)}#${number}`,
    url: httpLink(textAt(data, "html_url")),
    state: fieldAt(data, "state") === "closed" ? "closed" : "open",
    seen: null,
  };
}

function pathOf({ name }: LinkedItem): string | null {
  const [repository = "", number = "", ...more] = (name ?? "").split("#");
  const isPath = /^[\w.-]{1,100}\/[\w.-]{1,100}$/.test(repository) && /^[1-9]\d{0,15}$/.test(number);
  return isPath && more.length === 0 ? `/repos/${repository}/issues/${number}` : null;
}
