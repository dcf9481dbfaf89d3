// Linear: an issue is made once, with an id of our making that Linear takes only once, commented on and moved.
import type { LinkedItem } from "../../domain/connections/connection.ts";
import { httpLink } from "../../domain/report/http-link.ts";
import { derivedUuid } from "../../lib/crypto/derived-uuid.ts";
import { fieldAt, listAt, momentAt, textAt } from "../../lib/formats/untrusted-fields.ts";
import { DELIVERED, type ForwardJob, type ForwardResult } from "../toolkit/forwarder.ts";
import {
  noComment,
  notChanged,
  resultOfChange,
  trackerForwarder,
  unreadable,
} from "../toolkit/tracker/tracker-forwarder.ts";
import { bodyInMarkdown, commentInMarkdown, sayingOf, titleOf } from "../toolkit/tracker/tracker-text.ts";
import { callLinear, FORBIDDEN_THERE, teamId } from "./api.ts";

const MAX_TITLE = 255;
const PRIORITY: Record<string, number> = { urgent: 1, high: 2, medium: 3, low: 4 };

const FIELDS = "id identifier url updatedAt state { type }";
const FIND = `query Find($id: String!) { issue(id: $id) { ${FIELDS} team { states(first: 100) { nodes { id type position } } } } }`;
const CREATE = `mutation Create($input: IssueCreateInput!) { issueCreate(input: $input) { success issue { ${FIELDS} } } }`;
const COMMENT = "mutation Comment($input: CommentCreateInput!) { commentCreate(input: $input) { success } }";
const EDIT =
  "mutation Edit($id: String!, $input: CommentUpdateInput!) { commentUpdate(id: $id, input: $input) { success } }";
const DELETE = "mutation Delete($id: String!) { commentDelete(id: $id) { success } }";
const MOVE = `mutation Move($id: String!, $input: IssueUpdateInput!) { issueUpdate(id: $id, input: $input) { success issue { ${FIELDS} } } }`;

/** States in which an issue is over, for whatever reason. */
const OVER: ReadonlySet<string> = new Set(["completed", "canceled", "duplicate"]);
/** Where work begins, and where else an open issue may be. */
const OPEN = ["unstarted", "backlog", "triage", "started"];

export const linearForwarder = trackerForwarder({
  async check(job) {
    const team = await teamId(job);
    return typeof team === "string" ? DELIVERED : team;
  },

  async create(job) {
    const id = idOf(job, "issue");
    if (job.again) {
      const earlier = await find(job, id);
      if (earlier.end !== "refused") return earlier;
    }
    const team = await teamId(job);
    if (typeof team !== "string") return team;
    const { event } = job;
    const priority = PRIORITY[event.issue.priority ?? ""] ?? 0;
    const title = titleOf(event, MAX_TITLE);
    const input = { id, teamId: team, title, description: bodyInMarkdown(event), priority };
    const { sent, data } = await callLinear(job, CREATE, { input });
    // Linear makes nothing with an id that it has already: then an earlier attempt has made the item.
    if (sent.end === "refused") {
      const earlier = await find(job, id);
      return earlier.end === "refused" ? sent : earlier;
    }
    return sent.end === "delivered" ? withItem(job, sent, fieldAt(data, "issueCreate", "issue")) : sent;
  },

  async tell(job, item) {
    const { sent, data } = await callLinear(job, FIND, { id: item.externalId });
    if (sent.end !== "delivered") return sent.end === "refused" ? { ...sent, outcome: "item_gone" } : sent;
    const issue = fieldAt(data, "issue");
    const commented = await comment(job, item);
    if (commented.end !== "delivered") return commented;
    const { kind } = job.event;
    const state = textAt(issue, "state", "type");
    const belongs = kind === "confirmed" || kind === "commented" || OVER.has(state) === (kind === "fixed");
    if (belongs) return { ...commented, item };
    const stateId = stateFor(issue, kind === "fixed" ? ["completed"] : OPEN);
    if (stateId === null) return { ...commented, outcome: "commented_only", item };
    const moved = await callLinear(job, MOVE, { id: item.externalId, input: { stateId } });
    return moved.sent.end === "delivered"
      ? withItem(job, moved.sent, fieldAt(moved.data, "issueUpdate", "issue"))
      : moved.sent;
  },

  async change(job, _item, what) {
    const id = idOfComment(job);
    const asked =
      what === "deleted"
        ? callLinear(job, DELETE, { id })
        : callLinear(job, EDIT, { id, input: { body: commentInMarkdown(job.event) } });
    const { sent } = await asked;
    if (sent.outcome === FORBIDDEN_THERE) return notChanged(sent);
    return sent.end === "refused" ? noComment(sent) : resultOfChange(sent);
  },
});

/** An id that is always the same for the same event of a connection. */
function idOf({ connectionId, event }: ForwardJob, what: string): string {
  return derivedUuid([connectionId, event.issue.id, what].join("/"));
}

function idOfComment(job: ForwardJob): string {
  return idOf(job, `${job.event.kind}/${sayingOf(job.event)}`);
}

/** Finds an item of Linear; the result is `refused` if there is none. */
async function find(job: ForwardJob, id: string): Promise<ForwardResult> {
  const { sent, data } = await callLinear(job, FIND, { id });
  return sent.end === "delivered" ? withItem(job, sent, fieldAt(data, "issue")) : sent;
}

async function comment(job: ForwardJob, item: LinkedItem): Promise<ForwardResult> {
  const id = idOfComment(job);
  const input = { id, issueId: item.externalId, body: commentInMarkdown(job.event) };
  const { sent } = await callLinear(job, COMMENT, { input });
  return sent.end === "refused" && job.again ? DELIVERED : sent;
}

function withItem(job: ForwardJob, sent: ForwardResult, data: unknown): ForwardResult {
  const externalId = textAt(data, "id");
  if (externalId === "") return unreadable(sent.httpStatus);
  const isClosed = OVER.has(textAt(data, "state", "type"));
  const isNew = job.event.kind === "raised";
  const item: LinkedItem = {
    externalId,
    issueId: job.event.issue.id,
    name: textAt(data, "identifier") || null,
    url: httpLink(textAt(data, "url")),
    state: isClosed ? "closed" : "open",
    seen: isNew ? null : momentAt(data, "updatedAt"),
  };
  return { ...sent, item };
}

/** The first of the team's states of the first kind that it has. */
function stateFor(issue: unknown, types: readonly string[]): string | null {
  const states = listAt(issue, "team", "states", "nodes").map((state) => ({
    id: textAt(state, "id"),
    type: textAt(state, "type"),
    position: Number(fieldAt(state, "position")) || 0,
  }));
  states.sort((a, b) => a.position - b.position);
  for (const type of types) {
    const state = states.find((one) => one.type === type && one.id !== "");
    if (state !== undefined) return state.id;
  }
  return null;
}
