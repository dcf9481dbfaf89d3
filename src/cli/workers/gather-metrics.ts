// Adds up what the workers of a server measure. Whichever of them is asked for the metrics asks the leader, who asks all of
// them; what a worker had counted stays in the sum when it is gone.
import type { Worker } from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import { addUp, lasting, type MetricFamily } from "../../lib/monitoring/metric-families.ts";

/** `measure` asks a worker for what it has counted; `sum` answers the one that asked. */
export type MeasuringRequest = { measure: number; place: number } | { sum: number; lists: MetricFamily[][] };

/** `measured` is an answer, or with 0 a worker's last word; `gather` asks for all. */
export type MeasuringReport = { measured: number; families: MetricFamily[] } | { gather: number };

export interface Measurable {
  place: number;
  worker: Worker;
  /** The metrics that the worker sent last. */
  measured: MetricFamily[];
}

/** A worker that is too busy to answer within this time counts with the metrics that it sent last. */
const ANSWER_WITHIN_MS = 1_000;

export class Measuring {
  private readonly members: ReadonlySet<Measurable>;
  private retired: MetricFamily[] = [];
  private readonly waiting = new Map<number, (member: Measurable) => void>();
  private lastId = 0;

  constructor(members: ReadonlySet<Measurable>) {
    this.members = members;
  }

  take(member: Measurable, report: MeasuringReport): void {
    if ("gather" in report) {
      void this.gather().then((lists) => tell(member.worker, { sum: report.gather, lists }));
      return;
    }
    member.measured = report.families;
    this.waiting.get(report.measured)?.(member);
  }

  retire({ measured }: Measurable): void {
    this.retired = addUp([this.retired, lasting(measured)]);
  }

  private async gather(): Promise<MetricFamily[][]> {
    const id = ++this.lastId;
    const asked = new Set([...this.members].filter(({ worker }) => worker.isConnected()));
    const all = new Promise<void>((resolve) => {
      this.waiting.set(id, (member) => {
        asked.delete(member);
        if (asked.size === 0) resolve();
      });
    });
    for (const { worker, place } of asked) tell(worker, { measure: id, place });
    const late = new AbortController();
    await Promise.race([all, sleep(ANSWER_WITHIN_MS, undefined, { signal: late.signal }).catch(() => {})]);
    late.abort();
    this.waiting.delete(id);
    return [this.retired, ...[...this.members].map(({ measured }) => measured)];
  }
}

/** Sends a message to a worker, unless its process has ended. */
export function tell(worker: Worker, message: object | string): void {
  if (worker.isConnected()) worker.send(message, () => {});
}
