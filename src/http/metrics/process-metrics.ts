// What one process measures of itself.
import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import { Counter, gauge, type MetricFamily } from "../../lib/monitoring/metric-families.ts";
import type { OutageState } from "../../lib/monitoring/outage.ts";
import { RequestMeter } from "./request-meter.ts";

/** Percentiles of a worker's delays since they were last asked for. */
const PERCENTILES = [50, 90, 99, 100];
const RESOLUTION_MS = 20;

export class Metrics {
  readonly requests = new RequestMeter();
  /** Counts deliveries by their outcome. */
  readonly deliveries = new Counter();
  /** Counts refusals by their code. */
  readonly refusals = new Counter();
  /** Counts failed sign-ins by their reason. */
  readonly signIns = new Counter();
  /** Counts notifications by their outcome. */
  readonly notifications = new Counter();
  /** Counts attempts to send a mail by their outcome. */
  readonly mails = new Counter();
  private readonly outage: OutageState;
  private readonly delay: IntervalHistogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

  constructor(outage: OutageState) {
    this.outage = outage;
    this.delay.enable();
  }

  /** `worker` tells the processes of one server apart. */
  measure(worker: number): MetricFamily[] {
    const { rss, heapUsed } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const duplicates = this.deliveries.of("duplicate");
    return [
      ...this.requests.families(),
      this.deliveries.family("retest_deliveries_total", "Webhook deliveries, by outcome.", "outcome"),
      total("retest_dedupe_hits_total", "Deliveries of a problem that already has an open issue.", duplicates),
      this.notifications.family("retest_notifications_total", "Notifications, by outcome.", "outcome"),
      this.mails.family("retest_mails_total", "Attempts to send a mail, by outcome.", "outcome"),
      this.refusals.family(
        "retest_refusals_total",
        "Requests that were refused because of the key, the signature, the role or the rate, by the code of the refusal.",
        "code",
      ),
      this.signIns.family(
        "retest_failed_sign_ins_total",
        "Sign-ins that failed, and wrong passwords of people who are signed in, by reason.",
        "reason",
      ),
      total("retest_database_failures_total", "How often the database failed.", this.outage.total),
      gauge(
        "retest_database_failing",
        "1 if the database failed when it was last used, otherwise 0.",
        ["reading", "writing"].map((part) => [{ worker, part }, this.outage.isFailing(part) ? 1 : 0]),
      ),
      this.delays(worker),
      gauge("process_resident_memory_bytes", "Memory used by the process.", [[{ worker }, rss]]),
      gauge("nodejs_heap_used_bytes", "Memory used by JavaScript objects.", [[{ worker }, heapUsed]]),
      total("process_cpu_seconds_total", "Processor time used by all workers.", (user + system) / 1_000_000),
    ];
  }

  close(): void {
    this.delay.disable();
  }

  private delays(worker: number): MetricFamily {
    const values = PERCENTILES.map((percentile): [{ worker: number; percentile: number }, number] => {
      // The timer that measures comes every so often itself; only what it comes late by is a delay.
      const late = this.delay.percentile(percentile) / 1_000_000 - RESOLUTION_MS;
      return [{ worker, percentile }, Math.max(0, late) / 1_000];
    });
    this.delay.reset();
    return gauge("retest_event_loop_delay_seconds", "Delay of the event loop since the last scrape.", values);
  }
}

function total(name: string, help: string, value: number): MetricFamily {
  return { name, help, type: "counter", series: { "": value } };
}
