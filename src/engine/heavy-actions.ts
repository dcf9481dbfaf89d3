// Heavy units on PostgreSQL run on a thread of their own, which is started with the first of them: what they read and plan would keep
// everybody waiting whose requests this thread serves.
import type { Worker } from "node:worker_threads";
import type { AnyAction } from "../actions/define-action.ts";
import type { ActionSettings } from "../actions/unit-of-work.ts";
import { Fault, type FaultCode } from "../domain/fault.ts";
import type { Author } from "../domain/workspace/audit-log.ts";
import { startThread } from "../lib/async/thread.ts";
import { asLockTimeout } from "../storage/database/lock-timeout.ts";

/**
 * Whether so much of it is computed here, rather than in the database, that it would hold up all requests that the same thread serves. What
 * is prepared together with others stays with them.
 */
export function isHeavy(action: AnyAction, input: unknown): boolean {
  return action.prepare === null && action.duration(input as never) !== "short";
}

/** A unit of work on its way to the thread. */
export interface HeavyJob {
  id: number;
  /** The name of the action. */
  name: string;
  input: unknown;
  now: number;
  by: Author;
  lockTimeoutMs: number;
}

/** What the thread says of one: that it has the app now, what it gave, or why it failed. */
export type HeavyNews = { id: number } & ({ holdsApp: true } | { output: unknown } | { failure: HeavyFailure });

/** `detail` of an unforeseen error is for the log only. */
export interface HeavyFailure {
  code: FaultCode;
  message: string;
  detail?: string;
  retryAfter?: number;
  isLockTimeout: boolean;
}

interface Waiting {
  onHold(): void;
  resolve(output: unknown): void;
  reject(error: Error): void;
}

export class HeavyUnits {
  worker: Worker | undefined;
  private readonly url: string;
  private readonly settings: ActionSettings;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;

  constructor(url: string, settings: ActionSettings) {
    this.url = url;
    this.settings = settings;
  }

  /** `onHold` is told when the unit has its app, which others may have held until then. */
  run(job: Omit<HeavyJob, "id">, onHold: () => void): Promise<unknown> {
    this.worker ??= this.start();
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { onHold, resolve, reject });
      this.worker!.postMessage({ ...job, id } satisfies HeavyJob);
    });
  }

  async close(): Promise<void> {
    const { worker } = this;
    if (worker === undefined) return;
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    worker.postMessage("close");
    await ended;
  }

  private start(): Worker {
    const { url, settings } = this;
    const worker = startThread(new URL("./heavy-actions-thread.ts", import.meta.url), {
      workerData: { url, settings },
    });
    worker.on("message", (news: HeavyNews) => this.receive(news));
    // The thread reports its error before it ends; with its end the units that still wait are answered.
    let failure: Error | undefined;
    worker.on("error", (error: Error) => {
      failure = error;
    });
    worker.on("exit", () => this.forget(failure));
    return worker;
  }

  private receive(news: HeavyNews): void {
    const waiting = this.waiting.get(news.id);
    if ("holdsApp" in news) {
      waiting?.onHold();
      return;
    }
    this.waiting.delete(news.id);
    if ("output" in news) waiting?.resolve(news.output);
    else waiting?.reject(errorOf(news.failure));
  }

  /** The next unit starts another thread. Why this one has ended is for the log. */
  private forget(failure: Error | undefined): void {
    this.worker = undefined;
    const all = [...this.waiting.values()];
    this.waiting.clear();
    const message = "The thread that writes this stopped before it answered. Try again in a moment.";
    for (const { reject } of all) reject(new Fault("unavailable", message, failure));
  }
}

function errorOf({ code, message, detail, retryAfter, isLockTimeout }: HeavyFailure): Error {
  if (code === "internal") return new Error(detail ?? message);
  return new Fault(code, message, isLockTimeout ? asLockTimeout() : detail, retryAfter);
}
