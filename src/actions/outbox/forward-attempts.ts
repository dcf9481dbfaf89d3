// The steps of a forward after it was written: a connection that has something to send is taken, what came of the attempt
// is kept, and a connection that keeps failing is paused.
import type { IssueEvent, KeptEvent, LinkedItem } from "../../domain/connections/connection.ts";
import type { PublishedEvent } from "../../domain/connections/published-event.ts";
import { patienceWith, waitAfter, waitAsked } from "../../domain/connections/retry-schedule.ts";
import { FORWARD_LEASE_MS } from "../../domain/limits/connection-limits.ts";
import { receivesEvents } from "../../integrations/connection-rules.ts";
import {
  type Connection,
  findConnectionOfAnyApp,
  lockConnection,
  recordSend,
  takeDue,
  updateConnection,
  wakeForgottenConnections,
} from "../../storage/connections/connections.ts";
import {
  endForward,
  type Forward,
  findFirstForward,
  hasOtherForward,
  startForward,
} from "../../storage/connections/forwards.ts";
import { findItem, findItemOfIssue, keepItem } from "../../storage/connections/linked-items.ts";
import type { Tx } from "../../storage/database/database.ts";
import { findComment } from "../../storage/issues/comments.ts";
import { openAnyAppWrite } from "../app-write.ts";
import { defineAction } from "../define-action.ts";
import { tellOfPause } from "../inbox/tell-of-pause.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

export interface TakenForward {
  connection: Connection;
  /** `attempts` counts those before this one: after a first one the tool may know of it already. */
  forward: Forward;
  /** The event, with a comment as it reads now. */
  event: IssueEvent | PublishedEvent;
  item: LinkedItem | null;
}

/** Null when another server was first, or nothing waits any more. */
export const takeForward = defineAction({
  name: "takeForward",
  async run(unit: UnitOfWork, { id }: { id: string }): Promise<TakenForward | null> {
    const { tx, now } = unit;
    const connection = await takeDue(tx, id, now, now + FORWARD_LEASE_MS);
    if (connection === undefined) return null;
    for (;;) {
      const forward = await findFirstForward(tx, id);
      if (forward === undefined) {
        updateConnection(tx, { ...connection, nextAt: null });
        return null;
      }
      const event = await eventNow(tx, forward);
      if (event === null) {
        endForward(tx, forward.id, now, { state: "cancelled", outcome: "comment_deleted", httpStatus: null });
        continue;
      }
      startForward(tx, forward.id, now);
      const item = forward.issueId === null ? undefined : await findItemOfIssue(tx, id, forward.issueId);
      return { connection, forward, event, item: item ?? null };
    }
  },
});

/** The event with its comment's present text; null if the comment was deleted meanwhile. */
async function eventNow(tx: Tx, forward: Forward): Promise<IssueEvent | PublishedEvent | null> {
  const { comment: kept, ...event } = JSON.parse(forward.event) as KeptEvent | PublishedEvent;
  if (kept === undefined) return event;
  const change = "change" in kept ? kept.change : undefined;
  if (change === "deleted" && !("type" in event)) return { ...event, comment: { id: kept.id, text: "", change } };
  const comment = await findComment(tx, forward.issueId!, kept.id);
  if (comment === undefined) return null;
  const { id, text, writtenBy } = comment;
  if (!("type" in event)) return { ...event, comment: { id, text, ...(change && { change }) } };
  return { ...event, data: { ...event.data, comment: { id, text, written_by: writtenBy } } };
}

/** Connections at which a server of the version before has seen nothing that waits, although something does. */
export const recallForwards = defineAction({
  name: "recallForwards",
  wakes: ["forwards"],
  async run({ tx, now }: UnitOfWork, _: null): Promise<void> {
    wakeForgottenConnections(tx, now);
  },
});

export interface FinishForward {
  id: string;
  forwardId: string;
  /** `again`: it may pass later. `refused`: this one never. `stopped`: nothing passes before an admin sees to it. */
  end: "delivered" | "again" | "refused" | "stopped";
  outcome: string;
  httpStatus: number | null;
  /** The pause that the tool asked for. */
  waitMs: number | null;
  /** What is now known of the tool's item. */
  item: LinkedItem | null;
}

/** Notes how an attempt ended. Gives whether the connection is now paused. */
export const finishForward = defineAction({
  name: "finishForward",
  async run(unit: UnitOfWork, input: FinishForward): Promise<{ paused: boolean }> {
    const { tx, now } = unit;
    const { id, forwardId, end, outcome, httpStatus, waitMs } = input;
    // What was taken away there says nothing of the connection: it answered.
    const works = end === "delivered" || outcome === "item_gone";
    const found = await findConnectionOfAnyApp(tx, id);
    if (found === undefined) return { paused: false };
    const patience = patienceWith(receivesEvents(found) ? "program" : "tool");
    const pauses = (failures: number) => end === "stopped" || failures >= patience.failures;
    // Whoever takes the app, too, does so before the connection.
    const reach = { workspaceId: found.workspaceId, apps: null };
    const write = !works && pauses(found.failures + 1) ? await openAnyAppWrite(unit, reach, found.appId) : null;
    const connection = await lockConnection(tx, id);
    if (connection === undefined) return { paused: false };
    if (input.item !== null) await keepNewer(tx, id, input.item);
    const isOver = end === "delivered" || end === "refused";
    const state = end === "delivered" ? "delivered" : isOver ? "failed" : null;
    endForward(tx, forwardId, isOver ? now : null, { state, outcome, httpStatus });
    const failures = works ? 0 : connection.failures + 1;
    const paused = !works && pauses(failures);
    const pausedAt = connection.pausedAt ?? (paused ? now : null);
    const more = !isOver || (await hasOtherForward(tx, id, forwardId));
    const wait = works ? waitAsked(waitMs) : waitAfter(failures, waitMs, patience);
    const nextAt = pausedAt !== null || connection.enabled === 0 || !more ? null : now + wait;
    recordSend(tx, id, { at: now, sent: outcome, failures, pausedAt, nextAt });
    if (paused && connection.pausedAt === null && write !== null) await tellOfPause(write, connection);
    return { paused };
  },
});

/** Unless the tool has said something newer meanwhile. */
async function keepNewer(tx: Tx, connectionId: string, item: LinkedItem): Promise<void> {
  const known = await findItem(tx, connectionId, item.externalId);
  const isOlder = known?.seen != null && (item.seen === null || item.seen < known.seen);
  if (!isOlder) keepItem(tx, connectionId, item);
}
