// Several processes that serve on one port: started, replaced when they die, replaced one by one when asked, and stopped.
import cluster from "node:cluster";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { type Measurable, Measuring, type MeasuringReport, type MeasuringRequest, tell } from "./gather-metrics.ts";
import { NOTICE_MS, STOP_WITHIN_MS } from "./stop-signal.ts";

/** Whether to stop now, to answer everybody first, or to give a balancer time to notice before that. */
export type WorkerEnding = "stop" | "drain" | "leave";

/** What a worker is told: to show the link for the first admin, to end, or something about measures. */
export type WorkerMessage = "invite" | WorkerEnding | MeasuringRequest;

/** What a worker tells: that it listens, and on which port; or something about measures. */
export type WorkerReport = { ready: number } | MeasuringReport;

interface Member extends Measurable {
  /** Whether it was told to end, so that its end is no failure. */
  leaving: boolean;
  ended: Promise<WorkerEnded>;
}

/** How a worker ended; thrown where it should not have. */
export class WorkerEnded extends Error {
  readonly code: number | null;

  constructor(code: number | null, signal: string | null) {
    super(signal === null ? `code ${code}` : `signal ${signal}`);
    this.code = code;
  }
}

const SHORTEST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** Longer than a worker takes to give the slowest answer. */
const DRAIN_WITHIN_MS = 45_000;

export class WorkerPool {
  private readonly size: number;
  private readonly logger: Logger;
  /** The serving workers under their places. */
  private readonly members = new Map<number, Member>();
  /** Everybody who runs, also those who come and go. */
  private readonly running = new Set<Member>();
  private readonly measuring = new Measuring(this.running);
  private stopping = false;
  private replacing: Promise<void> | undefined;
  private again = false;

  constructor(size: number, logger: Logger) {
    this.size = size;
    this.logger = logger;
  }

  /** The first alone: it makes or upgrades the database, or says why it can't. Gives the port. Throws `WorkerEnded`. */
  async start(): Promise<number> {
    const first = await this.spawnWorker(1);
    const others = Array.from({ length: this.size - 1 }, (_, i) => this.spawnWorker(i + 2));
    await Promise.all(others);
    tell(first.member.worker, "invite");
    return first.port;
  }

  /** One after the other: the new one listens before the old one leaves, which answers everybody it has. */
  replaceAll(): Promise<void> {
    this.again = true;
    this.replacing ??= (async () => {
      while (this.again && !this.stopping) {
        this.again = false;
        await this.replaceEach();
      }
      this.replacing = undefined;
    })();
    return this.replacing;
  }

  /** Says whether all of them ended as they should. */
  stop(): Promise<boolean> {
    return this.endAll("stop", STOP_WITHIN_MS + 1_000);
  }

  /** Ends all workers without anybody noticing, if a balancer sends new requests elsewhere. */
  leave(): Promise<boolean> {
    return this.endAll("leave", NOTICE_MS + DRAIN_WITHIN_MS);
  }

  private async endAll(ending: WorkerEnding, ms: number): Promise<boolean> {
    this.stopping = true;
    const all = [...this.running];
    for (const member of all) {
      member.leaving = true;
      tell(member.worker, ending);
    }
    const endings = await Promise.all(all.map((member) => this.endWithin(member, ms)));
    return endings.every(({ code }) => code === 0);
  }

  private async replaceEach(): Promise<void> {
    this.logger.info("replacing the workers one by one");
    for (let place = 1; place <= this.size && !this.stopping; place++) {
      const old = this.members.get(place);
      // One that died is being replaced already.
      if (old === undefined) continue;
      old.leaving = true;
      try {
        await this.spawnWorker(place);
      } catch (error) {
        if (this.stopping) return;
        this.logger.error(`the workers were not replaced: a new one ended with ${(error as Error).message}`);
        this.keep(old);
        return;
      }
      tell(old.worker, "drain");
      await this.endWithin(old, DRAIN_WITHIN_MS);
    }
    if (!this.stopping) this.logger.info("every worker was replaced");
  }

  /** Starts one, and gives it the place once it listens. */
  private async spawnWorker(place: number): Promise<{ member: Member; port: number }> {
    const worker = cluster.fork();
    const ended = new Promise<WorkerEnded>((resolve) => {
      worker.once("exit", (code: number | null, signal: string | null) => resolve(new WorkerEnded(code, signal)));
    });
    const member: Member = { place, worker, leaving: false, ended, measured: [] };
    this.running.add(member);
    void ended.then(async () => {
      // Its last word may still be on the way.
      if (worker.isConnected()) await once(worker, "disconnect");
      this.running.delete(member);
      this.measuring.retire(member);
    });
    const port = await new Promise<number>((resolve, reject) => {
      worker.on("message", (report: WorkerReport) => {
        if ("ready" in report) resolve(report.ready);
        else this.measuring.take(member, report);
      });
      void ended.then(reject);
    });
    this.members.set(place, member);
    this.keep(member);
    this.logger.info({ worker: place, workerPid: worker.process.pid }, "a worker is ready");
    return { member, port };
  }

  /** Starts another worker in this one's place if it ends by itself. */
  private keep(member: Member): void {
    member.leaving = this.stopping;
    void member.ended.then((ending) => {
      if (member.leaving || this.members.get(member.place) !== member) return;
      const about = { worker: member.place, workerPid: member.worker.process.pid };
      this.logger.error(about, `a worker ended with ${ending.message}: starting another`);
      this.members.delete(member.place);
      void this.fill(member.place);
    });
  }

  private async fill(place: number): Promise<void> {
    for (let pause = SHORTEST_PAUSE_MS; !this.stopping && !this.members.has(place); ) {
      await sleep(pause);
      if (this.stopping) return;
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
      await this.spawnWorker(place).catch((error: Error) => {
        if (!this.stopping) this.logger.error({ worker: place }, `a worker ended with ${error.message} while starting`);
      });
    }
  }

  private async endWithin(member: Member, ms: number): Promise<WorkerEnded> {
    const timer = setTimeout(() => member.worker.process.kill("SIGKILL"), ms);
    return member.ended.finally(() => clearTimeout(timer));
  }
}
