// Watches whether writing works. Once it has failed it is tried every second, so that it is known when it works again even
// if nobody writes: a server that is not ready gets nothing to write.
import { probeWrite } from "../actions/workspace/probe-write.ts";
import type { Outage } from "../lib/monitoring/outage.ts";
import { isOutage } from "../storage/database/lock-timeout.ts";
import type { Performer } from "./performer.ts";

const WRITING = "writing";
const TRY_EVERY_MS = 1_000;

export class WriteWatch {
  private readonly outage: Outage;
  private perform: Performer["perform"] | undefined;
  private trial: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(outage: Outage) {
    this.outage = outage;
  }

  /** The performer, with every outcome noted. */
  around(performer: Performer): Performer {
    const { worked } = this.outage.watch(WRITING);
    const perform: Performer["perform"] = (action, input, by, lockBudgetMs) => {
      const done = performer.perform(action, input, by, lockBudgetMs);
      done.then(worked, (error: unknown) => {
        if (isOutage(error)) this.fail(error);
      });
      return done;
    };
    this.perform = perform;
    const close = () => {
      this.closed = true;
      clearTimeout(this.trial);
      return performer.close();
    };
    return { ...performer, perform, close };
  }

  /** Notes what went wrong with the writer itself, also while nobody writes. */
  fail(error: unknown): void {
    if (this.closed) return;
    this.outage.watch(WRITING).failed(error);
    this.tryLater();
  }

  /** Whether the last write failed. */
  isFailing(): boolean {
    return this.outage.isFailing(WRITING);
  }

  private tryLater(): void {
    if (this.closed || this.trial !== undefined || !this.outage.isOn(WRITING)) return;
    this.trial = setTimeout(async () => {
      await this.perform?.(probeWrite, null).catch(() => {});
      this.trial = undefined;
      this.tryLater();
    }, TRY_EVERY_MS).unref();
  }
}
