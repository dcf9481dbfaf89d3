// Redmine: an issue is made once, found again by the link in its text, commented on by notes, and moved by its workflow.
import type { IssueEvent, LinkedItem } from "../../domain/connections/connection.ts";
import { isoTime } from "../../lib/clock.ts";
import { fieldAt, listAt, momentAt, textAt } from "../../lib/formats/untrusted-fields.ts";
import type { ForwardJob, ForwardResult } from "../toolkit/forwarder.ts";
import {
  baseOf,
  ended,
  noComment,
  resultOfChange,
  trackerForwarder,
  unreadable,
} from "../toolkit/tracker/tracker-forwarder.ts";
import { addressOf, factsOf, sentenceOf, titleOf } from "../toolkit/tracker/tracker-text.ts";
import { isWontFix } from "../toolkit/tracker/wont-fix.ts";
import { askRedmine, findProject, projectOf } from "./api.ts";
import { plainBlock } from "./plain-block.ts";

const MAX_SUBJECT = 255;
const FOUND = 20;

export const redmineForwarder = trackerForwarder({
  check: async (job) => (await findProject(job)).sent,

  async create(job) {
    if (job.again) {
      const earlier = await findLinked(job);
      if (earlier !== null) return earlier;
    }
    const project = await findProject(job);
    if (project.sent.end !== "delivered") return project.sent;
    const { sent, data } = await askRedmine(job, "POST", "/issues.json", {
      issue: {
        project_id: projectOf(job),
        ...(project.trackerId === null ? {} : { tracker_id: project.trackerId }),
        subject: titleOf(job.event, MAX_SUBJECT),
        description: describe(job.event),
      },
    });
    // It is never the text that Redmine does not take: the project wants something that we can't know.
    if (sent.httpStatus === 422) return { ...sent, end: "stopped" };
    if (sent.end !== "delivered") return sent;
    const item = itemIn(job, fieldAt(data, "issue"));
    return item === null ? unreadable(sent.httpStatus) : { ...sent, item };
  },

  async tell(job, item) {
    const path = `/issues/${encodeURIComponent(item.externalId)}.json`;
    const isNow = await askRedmine(job, "GET", `${path}?include=journals,allowed_statuses`);
    if (isNow.sent.end !== "delivered") return isGone(job, isNow.sent);
    const issue = fieldAt(isNow.data, "issue");
    if (textAt(issue, "id") !== item.externalId) return unreadable(isNow.sent.httpStatus);
    const { kind } = job.event;
    const wanted = kind === "fixed" ? "closed" : kind === "reopened" ? "open" : stateOf(issue);
    const status = wanted === stateOf(issue) ? null : statusFor(issue, wanted);
    const isSaid = job.again && listAt(issue, "journals").some((one) => isOurs(job.event, textAt(one, "notes")));
    const change = {
      ...(isSaid ? {} : { notes: noteOf(job.event) }),
      ...(status === null ? {} : { status_id: status }),
    };
    if (Object.keys(change).length > 0) {
      const { sent } = await askRedmine(job, "PUT", path, { issue: change });
      if (sent.end !== "delivered") return isGone(job, sent);
    }
    // A status that the account may not set is passed over without a word, and the note is kept.
    const after = await askRedmine(job, "GET", path);
    const reached = after.sent.end === "delivered" ? fieldAt(after.data, "issue") : issue;
    const now: LinkedItem = { ...item, state: stateOf(reached), seen: momentAt(reached, "updated_on") ?? item.seen };
    const outcome = now.state === wanted ? isNow.sent.outcome : "commented_only";
    return { ...isNow.sent, outcome, item: now };
  },

  async change(job, item, what) {
    const { sent, data } = await askRedmine(
      job,
      "GET",
      `/issues/${encodeURIComponent(item.externalId)}.json?include=journals`,
    );
    if (sent.end !== "delivered") return isGone(job, sent);
    const said = listAt(data, "issue", "journals").find((one) => isOurs(job.event, textAt(one, "notes")));
    const id = /^\d{1,16}$/.exec(textAt(said, "id"))?.[0];
    if (id === undefined) return noComment(sent);
    // A note without text is gone.
    const notes = what === "deleted" ? "" : noteOf(job.event);
    return resultOfChange((await askRedmine(job, "PUT", `/journals/${id}.json`, { journal: { notes } })).sent);
  },
});

function describe(event: IssueEvent): string {
  const { text, link, url } = event.issue;
  const facts = factsOf(event).map(([name, value]) => `${name}: ${value}`);
  const reported = link === null ? [] : [`Reported at: ${link}`];
  return [plainBlock(text), plainBlock([...facts, ...reported].join("\n")), `Retest: ${url}`].join("\n\n");
}

function noteOf(event: IssueEvent): string {
  const [before, after] = sentenceOf(event);
  const said = event.comment === undefined ? [] : [plainBlock(event.comment.text)];
  return [...said, plainBlock(`${before} ${event.by} ${after}`), `Retest: ${addressOf(event)}`].join("\n\n");
}

/** Whether an earlier attempt has written it: its last line tells which issue or comment it is of, and the time which event. */
function isOurs(event: IssueEvent, notes: string): boolean {
  const said = notes.trimEnd();
  const isOfThis = said.slice(said.lastIndexOf("\n") + 1) === `Retest: ${addressOf(event)}`;
  return isOfThis && (event.comment !== undefined || notes.includes(isoTime(event.at)));
}

/** What an earlier attempt has made; null when it made nothing. */
async function findLinked(job: ForwardJob): Promise<ForwardResult | null> {
  const { code, url } = job.event.issue;
  const query = new URLSearchParams({
    ...{ project_id: projectOf(job), status_id: "*", subject: `~${code}`, sort: "id:desc", limit: String(FOUND) },
  });
  const { sent, data } = await askRedmine(job, "GET", `/issues.json?${query}`);
  if (sent.end !== "delivered") return sent;
  if (!Array.isArray(fieldAt(data, "issues"))) return unreadable(sent.httpStatus);
  const made = listAt(data, "issues").find((one) => textAt(one, "description").trimEnd().endsWith(`Retest: ${url}`));
  const item = made === undefined ? null : itemIn(job, made);
  return item === null ? null : { ...sent, item };
}

/** An issue that was deleted there must not keep the others from being updated: it is gone if its project still answers. */
async function isGone(job: ForwardJob, sent: ForwardResult): Promise<ForwardResult> {
  if (sent.httpStatus !== 404) return sent;
  const project = await findProject(job);
  return project.sent.end === "delivered" ? ended("refused", "item_gone", 404) : project.sent;
}

function itemIn(job: ForwardJob, issue: unknown): LinkedItem | null {
  const externalId = textAt(issue, "id");
  if (!/^[1-9]\d{0,15}$/.test(externalId)) return null;
  const url = `${baseOf(job.settings.site_url)}/issues/${externalId}`;
  const seen = momentAt(issue, "updated_on");
  return { externalId, issueId: job.event.issue.id, name: `#${externalId}`, url, state: stateOf(issue), seen };
}

function stateOf(issue: unknown): LinkedItem["state"] {
  return fieldAt(issue, "status", "is_closed") === true ? "closed" : "open";
}

/** The first status of its workflow that is closed, or open, and does not say that nothing was fixed. */
function statusFor(issue: unknown, wanted: LinkedItem["state"]): number | null {
  const fitting = listAt(issue, "allowed_statuses").find(
    (one) => (fieldAt(one, "is_closed") === true) === (wanted === "closed") && !isWontFix(textAt(one, "name")),
  );
  const id = fieldAt(fitting, "id");
  return typeof id === "number" ? id : null;
}
