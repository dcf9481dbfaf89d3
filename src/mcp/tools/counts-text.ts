// Counts and statuses in a line of text.

type Counts = Record<"passed" | "failed" | "needs_retest" | "untested" | "not_applicable", number>;

export function countsOf({ passed, failed, needs_retest, untested, not_applicable }: Counts): string {
  return pairs({ passed, failed, needs_retest, untested, not_applicable }, " ");
}

export function pairs(record: Record<string, string | number>, between = ": "): string {
  return Object.entries(record)
    .map(([name, value]) => (between === " " ? `${value} ${name}` : `${name}: ${value}`))
    .join(", ");
}
