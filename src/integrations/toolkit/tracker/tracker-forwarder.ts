// An issue tracker: an item is made of an issue once, and told afterwards what becomes of it.
import type { CommentChange, LinkedItem } from "../../../domain/connections/connection.ts";
import { DELIVERED, type Forwarder, type ForwardJob, type ForwardResult } from "../forwarder.ts";

export interface Tracker {
  /** Whether everything is in order, without making anything. */
  check(job: ForwardJob): Promise<ForwardResult>;
  /** Makes the item, or finds the one that an earlier attempt made. */
  create(job: ForwardJob): Promise<ForwardResult>;
  /** Says what happened, and moves the item to where it belongs. */
  tell(job: ForwardJob, item: LinkedItem): Promise<ForwardResult>;
  /** Edits or deletes a comment that the tool was told of. */
  change(job: ForwardJob, item: LinkedItem, what: CommentChange): Promise<ForwardResult>;
}

/** An issue that the tracker never had is made there while it is open; of its fix there is nothing to tell. */
export function trackerForwarder({ check, create, tell, change }: Tracker): Forwarder {
  return async (job) => {
    const { item, event } = job;
    if (event.kind === "test") return check(job);
    const changed = event.comment?.change;
    if (item !== null && changed !== undefined) return change(job, item, changed);
    if (item !== null) return event.kind === "raised" ? { ...DELIVERED, item } : tell(job, item);
    const isOpen = event.kind === "raised" || event.kind === "reopened";
    return isOpen ? create(job) : { ...DELIVERED, outcome: "no_item", httpStatus: null };
  };
}

/** What came of changing a comment that was found: where it is gone by then, or may not be changed, nothing else is kept from being told. */
export function resultOfChange(sent: ForwardResult): ForwardResult {
  const status = sent.httpStatus ?? 0;
  const isOver = sent.end === "refused" || (sent.end === "stopped" && [403, 404, 405, 410].includes(status));
  if (!isOver) return sent;
  return status === 404 || status === 410 ? noComment(sent) : notChanged(sent);
}

/** The tracker doesn't let the account change it. */
export function notChanged({ httpStatus }: ForwardResult): ForwardResult {
  return ended("delivered", "not_changed", httpStatus);
}

/** The result when the comment that is to be changed isn't there. */
export function noComment({ httpStatus }: ForwardResult): ForwardResult {
  return ended("delivered", "no_comment", httpStatus);
}

/** What came of a job where no answer says it. */
export function ended(
  end: ForwardResult["end"],
  outcome: string,
  httpStatus: number | null,
  item: LinkedItem | null = null,
): ForwardResult {
  return { end, outcome, httpStatus, waitMs: null, item };
}

/** The address of a service, to which paths are added. */
export function baseOf(address: unknown): string {
  const text = String(address);
  return text.endsWith("/") ? text.slice(0, -1) : text;
}

/** The answer came and said nothing that could be read: what was asked for may have been done. */
export function unreadable(httpStatus: number | null, item: LinkedItem | null = null): ForwardResult {
  return ended("again", "bad_answer", httpStatus, item);
}
