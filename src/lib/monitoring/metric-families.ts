// Counts that cost next to nothing, added up over several processes, and the text that Prometheus reads.

/** A metric with all its series. It is plain data, as it travels between processes. */
export interface MetricFamily {
  name: string;
  help: string;
  type: "counter" | "gauge" | "histogram";
  /** Values by what stands behind the name: a suffix, if any, and labels. */
  series: Record<string, number>;
}

export type Labels = Record<string, string | number>;

/** Labels as they are written behind a metric's name. */
export function labelled(labels: Labels): string {
  const list = Object.entries(labels).map(([label, value]) => `${label}="${escaped(String(value))}"`);
  return `{${list.join(",")}}`;
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

export function gauge(name: string, help: string, values: [labels: Labels, value: number][]): MetricFamily {
  const series = Object.fromEntries(values.map(([labels, value]) => [labelled(labels), value]));
  return { name, help, type: "gauge", series };
}

/** Adds up metrics of several processes that have the same name and labels. */
export function addUp(lists: readonly (readonly MetricFamily[])[]): MetricFamily[] {
  const sums = new Map<string, MetricFamily>();
  for (const family of lists.flat()) {
    const sum = sums.get(family.name);
    if (sum === undefined) {
      sums.set(family.name, { ...family, series: { ...family.series } });
      continue;
    }
    for (const [key, value] of Object.entries(family.series)) sum.series[key] = (sum.series[key] ?? 0) + value;
  }
  return [...sums.values()];
}

/** What has been counted so far, and outlives the process that did: everything but how it is now. */
export function lasting(families: readonly MetricFamily[]): MetricFamily[] {
  return families.filter(({ type }) => type !== "gauge");
}

export function measuresText(families: readonly MetricFamily[]): string {
  return families
    .map(({ name, help, type, series }) => {
      const lines = Object.entries(series).map(([key, value]) => `${name}${key} ${value}\n`);
      return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
    })
    .join("");
}

/** Counts by the value of one label. */
export class Counter {
  private readonly counts = new Map<string, number>();

  add(value: string): void {
    this.counts.set(value, this.of(value) + 1);
  }

  of(value: string): number {
    return this.counts.get(value) ?? 0;
  }

  family(name: string, help: string, label: string): MetricFamily {
    const series = Object.fromEntries([...this.counts].map(([value, n]) => [labelled({ [label]: value }), n]));
    return { name, help, type: "counter", series };
  }
}

/** Upper bounds in milliseconds; what takes longer is in no bucket. */
const BUCKETS_MS = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000];

/** How long something of one kind took, and what came of it. */
export class Timing {
  private readonly outcomes = new Map<number, number>();
  private readonly buckets = new Array<number>(BUCKETS_MS.length + 1).fill(0);
  private sumMs = 0;

  add(outcome: number, ms: number): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
    let i = 0;
    while (i < BUCKETS_MS.length && ms > BUCKETS_MS[i]!) i++;
    this.buckets[i]!++;
    this.sumMs += ms;
  }

  /** Values for a counter of the outcomes. */
  outcomeSeries(labels: Labels, outcome: string): Record<string, number> {
    return Object.fromEntries([...this.outcomes].map(([value, n]) => [labelled({ ...labels, [outcome]: value }), n]));
  }

  /** Values for a histogram in seconds; none as long as there was nothing. */
  histogramSeries(labels: Labels): Record<string, number> {
    const series: Record<string, number> = {};
    let count = 0;
    for (const [i, n] of this.buckets.entries()) {
      count += n;
      const le = i < BUCKETS_MS.length ? String(BUCKETS_MS[i]! / 1_000) : "+Inf";
      series[`_bucket${labelled({ ...labels, le })}`] = count;
    }
    if (count === 0) return {};
    series[`_sum${labelled(labels)}`] = this.sumMs / 1_000;
    series[`_count${labelled(labels)}`] = count;
    return series;
  }
}
