// What an action says of itself. Whoever performs it reads that here, and never compares names.
import type { Actor } from "../domain/access/actor.ts";
import type { Tx } from "../storage/database/database.ts";
import type { UnitOfWork } from "./unit-of-work.ts";

/**
 * Background jobs that continue what an action left: notifications of fixes, forwards to other tools, mails, erasures,
 * and new names of people on their issues.
 */
export type Sender = "notifications" | "forwards" | "mails" | "erasures" | "names";

/** `long` is felt by others who write; a `part` is a piece of something long, made so short that they hardly feel it. */
export type Duration = "short" | "part" | "long";

export interface Action<In, Out> {
  /** The name by which another thread finds the action. */
  readonly name: string;
  /**
   * Whom it waits for: others of the app that its input names, or of the app of the issue that its input names. On PostgreSQL they share a
   * transaction. Without a queue it has a transaction of its own.
   */
  readonly queue: "app" | "issue" | null;
  /**
   * Whether it needs a transaction of its own, although it waits in a queue. That holds for actions that may lock the
   * workspace, which must come before the app: beside jobs that hold the app already, two servers could wait for each
   * other.
   */
  readonly alone: boolean;
  /** The background jobs that are woken once it is done. */
  readonly wakes: readonly Sender[];
  readonly duration: (input: In) => Duration;
  /**
   * Reads ahead, at once, what several that are about to share a transaction would ask for one by one; null where there is no such thing. If
   * it throws a fault, nothing was read and each finds out for itself.
   */
  readonly prepare: ((tx: Tx, now: number, inputs: readonly In[]) => Promise<void>) | null;
  readonly run: (unit: UnitOfWork, input: In) => Promise<Out>;
}

/** Any action, for whoever performs it without knowing what it takes. */
export type AnyAction = Action<never, unknown>;

interface InputAboutApp {
  app: string | null;
}

interface InputAboutIssue {
  actor: Actor;
  id: string;
}

type WithAsker = { actor: Actor } | { workspaceId: string };

type QueueOf<In> =
  | (In extends InputAboutApp & WithAsker ? "app" : never)
  | (In extends InputAboutIssue ? "issue" : never);

type Definition<In, Out> = Pick<Action<In, Out>, "name" | "run"> &
  Partial<Pick<Action<In, Out>, "alone" | "wakes" | "duration" | "prepare">> & { queue?: QueueOf<In> };

/** Inputs and outputs are plain data: they may cross to another thread. */
export function defineAction<In, Out>(definition: Definition<In, Out>): Action<In, Out> {
  return { queue: null, alone: false, wakes: [], duration: isShort, prepare: null, ...definition };
}

function isShort(): Duration {
  return "short";
}

/** Rows that are written in a few milliseconds. */
const FEW_ROWS = 20;

export function durationOfRows(rows: number): Duration {
  return rows > FEW_ROWS ? "long" : "short";
}

/** A body with more characters takes as long to write as many rows. */
const LARGE_BODY = 65_536;

export function durationOfBody(body: string | null): Duration {
  return (body?.length ?? 0) > LARGE_BODY ? "part" : "short";
}
