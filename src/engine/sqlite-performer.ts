// The main thread's side of the write queue: sends what has come while the writer was busy, hands out the answers, and
// replaces a writer that dies. What a dead writer had not answered is reported as unavailable, never as done.
import type { Worker } from "node:worker_threads";
import type { Action } from "../actions/define-action.ts";
import type { ActionSettings } from "../actions/unit-of-work.ts";
import { Fault } from "../domain/fault.ts";
import type { Author } from "../domain/workspace/audit-log.ts";
import { RecentOthers } from "../lib/async/recent-others.ts";
import { takeInTurns } from "../lib/async/take-in-turns.ts";
import { startThread } from "../lib/async/thread.ts";
import type { Clock } from "../lib/clock.ts";
import type { Performer } from "./performer.ts";
import type { Answer, Rebuilt, WriteBatch, WriteJob } from "./sqlite-batch.ts";
import { NO_WORKSPACE, workspaceOf } from "./writer-of.ts";

interface Waiting {
  /** How many sweeps there had been when it was sent. */
  sweep: number;
  resolve(output: unknown): void;
  reject(error: Error): void;
}

export interface SqlitePerformerOptions {
  file: string;
  settings: ActionSettings;
  clock: Clock;
  onError(error: Error): void;
}

const RESTART_DELAY_MS = 100;
/** Jobs in a batch while several workspaces write: it is over soon, and each of them gets into the next one. */
const MOST_BESIDE_OTHERS = 48;
/** What the writer has not answered by then is reported as unavailable; it may still happen. */
const ANSWER_WITHIN_SWEEPS = 10;
const SWEEP_MS = 1_000;
/** Hardly anything in the writer outlives its batch: more room for what is new would only be memory that is held. */
const YOUNG_MB = 8;

export interface SqlitePerformer extends Performer {
  writer(): Worker;
  /** Rewrites the file without what was deleted or replaced. Throws if that can't be done now. */
  rebuild(): Promise<void>;
}

/** Resolves once the writer has opened the file. */
export async function performOnSqlite(options: SqlitePerformerOptions): Promise<SqlitePerformer> {
  const queue = new WriteQueue(options);
  await queue.start();
  return {
    perform: <In, Out>(action: Action<In, Out>, input: NoInfer<In>, by?: Author) =>
      queue.perform(action.name, input, by) as Promise<Out>,
    close: () => queue.close(),
    writer: () => queue.worker!,
    rebuild: () => queue.rebuild(),
  };
}

class WriteQueue {
  worker: Worker | null = null;
  private readonly options: SqlitePerformerOptions;
  private readonly sent = new Map<number, Waiting>();
  private jobs: WriteJob[] = [];
  private readonly workspaces = new RecentOthers();
  private lastId = 0;
  private scheduled = false;
  private busy = false;
  private closing = false;
  private sweeps = 0;
  private readonly sweepTimer = setInterval(() => this.sweep(), SWEEP_MS).unref();
  private drained: (() => void) | null = null;
  private starting: Promise<void> = Promise.resolve();
  private rebuilding: ((failure: string | null) => void) | null = null;
  private lastRebuild: Promise<void> = Promise.resolve();

  constructor(options: SqlitePerformerOptions) {
    this.options = options;
  }

  async start(): Promise<void> {
    const { file, settings } = this.options;
    const options = { workerData: { file, settings }, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } };
    const worker = startThread(new URL("./writer-thread.ts", import.meta.url), options);
    await new Promise<void>((resolve, reject) => {
      let started = false;
      worker.on("message", (message: "ready" | WriteBatch | Rebuilt) => {
        if (message === "ready") {
          started = true;
          resolve();
        } else if ("rebuilt" in message) this.rebuilding?.(message.rebuilt);
        else this.receive(message);
      });
      worker.on("error", (error: Error) => (started ? this.options.onError(error) : reject(error)));
      worker.on("exit", (code) =>
        started ? this.replace() : reject(new Error(`the database writer ended with ${code} while starting`)),
      );
    });
    this.worker = worker;
    this.busy = false;
    this.send();
  }

  perform(name: string, input: unknown, by?: Author): Promise<unknown> {
    if (this.closing) return Promise.reject(new Fault("unavailable", "The server is stopping."));
    const workspace = workspaceOf(input);
    if (workspace !== NO_WORKSPACE) this.workspaces.note(workspace);
    return new Promise((resolve, reject) => {
      const id = ++this.lastId;
      this.sent.set(id, { sweep: this.sweeps, resolve, reject });
      const now = this.options.clock();
      this.jobs.push(by === undefined ? [id, name, input, now] : [id, name, input, now, by]);
      if (this.scheduled) return;
      this.scheduled = true;
      setImmediate(() => {
        this.scheduled = false;
        this.send();
      });
    });
  }

  /** One after the other. What is written meanwhile waits in the queue. */
  rebuild(): Promise<void> {
    const own = this.lastRebuild.then(() => this.rebuildNow());
    this.lastRebuild = own.catch(() => {});
    return own;
  }

  private async rebuildNow(): Promise<void> {
    if (this.worker === null) throw notNow("the writer is being started again");
    const failure = await new Promise<string | null>((resolve) => {
      this.rebuilding = resolve;
      this.worker!.postMessage("rebuild");
    });
    this.rebuilding = null;
    if (failure !== null) throw notNow(failure);
  }

  async close(): Promise<void> {
    this.closing = true;
    if (this.sent.size > 0) {
      await new Promise<void>((resolve) => {
        this.drained = resolve;
      });
    }
    clearInterval(this.sweepTimer);
    await this.starting.catch(() => {});
    const { worker } = this;
    if (worker === null) return;
    // The thread ends by itself: ending it from outside in the middle of a statement would end the process.
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    worker.postMessage("close");
    await ended;
  }

  /** One batch at a time: what comes while the writer is busy makes the next one, and shares one commit. */
  private send(): void {
    if (this.worker === null || this.busy || this.jobs.length === 0) return;
    const most = this.workspaces.areSeveral() ? MOST_BESIDE_OTHERS : Number.POSITIVE_INFINITY;
    const { taken, left } = takeInTurns(this.jobs, ([, , input]) => workspaceOf(input), most);
    this.worker.postMessage(taken);
    this.jobs = left;
    this.busy = true;
  }

  private receive({ answers, broken }: WriteBatch): void {
    // A writer that is about to end gets nothing more; the next one does.
    this.busy = broken;
    this.send();
    for (const [id, ok, outcome] of answers) {
      const waiting = this.sent.get(id);
      this.sent.delete(id);
      if (ok) waiting?.resolve(outcome);
      else waiting?.reject(this.errorOf(outcome));
    }
    if (this.sent.size === 0) this.drained?.();
  }

  private sweep(): void {
    this.sweeps++;
    for (const [id, waiting] of this.sent) {
      if (this.sweeps - waiting.sweep <= ANSWER_WITHIN_SWEEPS) return;
      this.sent.delete(id);
      this.jobs = this.jobs.filter(([queued]) => queued !== id);
      waiting.reject(new Fault("unavailable", "The database did not answer in time. Try again in a moment."));
    }
    if (this.sent.size === 0) this.drained?.();
  }

  private errorOf({ code, message, detail, retryAfter }: Extract<Answer, [number, false, unknown]>[2]): Error {
    return code === "internal" ? new Error(detail ?? message) : new Fault(code, message, detail, retryAfter);
  }

  private replace(): void {
    this.worker = null;
    this.rebuilding?.("the database writer stopped");
    if (this.closing && this.sent.size === 0) return;
    const unsent = new Set(this.jobs.map(([id]) => id));
    for (const [id, waiting] of this.sent) {
      if (unsent.has(id)) continue;
      this.sent.delete(id);
      waiting.reject(
        new Fault("unavailable", "The database writer stopped before it answered. Try again in a moment."),
      );
    }
    if (this.closing) {
      this.drained?.();
      return;
    }
    this.options.onError(new Error("the database writer ended; starting another"));
    this.starting = this.start();
    this.starting.catch((error: Error) => {
      this.options.onError(error);
      this.refuseAll();
      setTimeout(() => this.replace(), RESTART_DELAY_MS).unref();
    });
  }

  /** Nobody knows when there will be a writer: whoever waits for one is better told so. */
  private refuseAll(): void {
    this.jobs = [];
    for (const waiting of this.sent.values()) {
      waiting.reject(new Fault("unavailable", "The database can't be opened for writing. Try again in a moment."));
    }
    this.sent.clear();
    this.drained?.();
  }
}

function notNow(why: string): Fault {
  return new Fault("unavailable", `The database's files can't be cleaned now (${why}). Try again in a moment.`);
}
