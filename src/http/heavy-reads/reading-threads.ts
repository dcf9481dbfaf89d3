// Has long reads done on threads, in turns between workspaces, and between those who ask in each: nobody has more than one thread at a time, no
// workspace more than two, and so one is always left for the others. Threads are started when they are needed, and end when they are not.
import type { Worker } from "node:worker_threads";
import { Fault } from "../../domain/fault.ts";
import { FairQueue, type Member } from "../../lib/async/fair-queue.ts";
import { startThread } from "../../lib/async/thread.ts";
import type { HeavyInput, HeavyOutput, HeavyRead } from "./heavy-reads.ts";
import type { AskedRead, ReadAnswer, ReadFrom } from "./reading-thread.ts";

const THREADS = 3;
const THREADS_OF_WORKSPACE = 2;
/** Pages ask for a few things at once; a program that asks for more than this waits for nothing good. */
const MOST_WAITING = 16;
const IDLE_MS = 60_000;
const RETRY_SECONDS = 1;
const YOUNG_MB = 16;

interface Job {
  asker: Member;
  asked: AskedRead;
  resolve(output: unknown): void;
  reject(error: Error): void;
}

interface Thread {
  worker: Worker;
  job: Job | null;
  ending?: NodeJS.Timeout;
}

export class ReadingThreads {
  private readonly from: ReadFrom;
  private readonly queue = new FairQueue<Job>(MOST_WAITING);
  private readonly threads = new Set<Thread>();
  private isClosed = false;

  constructor(from: ReadFrom) {
    this.from = from;
  }

  /**
   * `asker` is gone once `left` is aborted: then it is not begun. Throws what the read throws, and
   * `rate_limited` when too much of theirs waits already.
   */
  read<Name extends HeavyRead>(
    asker: Member,
    name: Name,
    input: HeavyInput<Name>,
    left?: AbortSignal,
  ): Promise<HeavyOutput<Name>> {
    return new Promise((resolve, reject) => {
      const job: Job = { asker, asked: { name, input }, resolve: resolve as Job["resolve"], reject };
      if (this.isClosed) reject(new Fault("unavailable", "The server is stopping. Try again in a moment."));
      else if (!this.queue.add(asker, job)) reject(tooMany());
      else {
        left?.addEventListener("abort", () => this.forget(job), { once: true });
        this.goOn();
      }
    });
  }

  /** What has begun is waited for: a thread that is ended in the middle of a statement takes the process with it. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const job of this.queue.clear()) job.reject(new Fault("unavailable", "The server is stopping."));
    await Promise.all([...this.threads].map((thread) => this.end(thread)));
  }

  private forget(job: Job): void {
    this.queue.remove(job.asker, job);
    job.reject(new Fault("unavailable", "Whoever asked has left."));
  }

  private goOn(): void {
    for (;;) {
      const thread = this.idleThread();
      if (thread === undefined) return;
      const next = this.queue.take((asker) => this.mayHave(asker));
      if (next === undefined) {
        this.rest(thread);
        return;
      }
      clearTimeout(thread.ending);
      thread.job = next.item;
      thread.worker.ref();
      thread.worker.postMessage(next.item.asked);
    }
  }

  private mayHave({ who, group }: Member): boolean {
    const served = [...this.threads].flatMap(({ job }) => job?.asker ?? []);
    const isServed = served.some((asker) => asker.who === who);
    return !isServed && served.filter((asker) => asker.group === group).length < THREADS_OF_WORKSPACE;
  }

  private idleThread(): Thread | undefined {
    for (const thread of this.threads) if (thread.job === null) return thread;
    return this.threads.size < THREADS && this.queue.size > 0 ? this.start() : undefined;
  }

  private start(): Thread {
    const worker = startThread(new URL("./reading-thread.ts", import.meta.url), {
      workerData: this.from,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    const thread: Thread = { worker, job: null };
    this.threads.add(thread);
    worker.on("message", (answer: ReadAnswer) => this.answered(thread, answer));
    worker.on("error", (error) => this.lost(thread, error));
    worker.on("exit", () =>
      this.lost(thread, new Fault("unavailable", "The database can't be read now. Try again in a moment.")),
    );
    return thread;
  }

  private answered(thread: Thread, answer: ReadAnswer): void {
    const { job } = thread;
    this.free(thread);
    if (job === null) return;
    if ("output" in answer) job.resolve(answer.output);
    else if ("fault" in answer) job.reject(new Fault(answer.fault.code, answer.fault.message));
    else job.reject(answer.error);
  }

  private lost(thread: Thread, error: Error): void {
    if (!this.threads.delete(thread)) return;
    const { job } = thread;
    this.free(thread);
    job?.reject(error);
  }

  private free(thread: Thread): void {
    thread.job = null;
    this.goOn();
  }

  /** A thread with nothing to do keeps no process alive, and takes no memory for long. */
  private rest(thread: Thread): void {
    thread.worker.unref();
    clearTimeout(thread.ending);
    thread.ending = setTimeout(() => void this.end(thread), IDLE_MS).unref();
  }

  private async end(thread: Thread): Promise<void> {
    clearTimeout(thread.ending);
    this.threads.delete(thread);
    const { worker, job } = thread;
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    worker.ref();
    worker.postMessage("close");
    await ended;
    job?.reject(new Fault("unavailable", "The server is stopping."));
  }
}

function tooMany(): Fault {
  const message = `More than ${MOST_WAITING} of your long reads are waiting: send fewer at once.`;
  return new Fault("rate_limited", message, undefined, RETRY_SECONDS);
}
