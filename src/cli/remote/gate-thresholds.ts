// The thresholds of the release gate as flags, and as the server takes them. What is wrong with one, the server says.
import type { Flags } from "../command.ts";

const THRESHOLDS = { percent: "percent", "max-failed": "max_failed", "max-open": "max_open" };

export const THRESHOLD_FLAGS = {
  percent: { type: "string" },
  "max-failed": { type: "string" },
  "max-open": { type: "string" },
} as const;

export const THRESHOLD_DETAILS =
  "--percent   the percentage that must be tested, 0 to 100; by default 100\n--max-failed, --max-open\n            how many platform-checks may be failed, and how many issues open; by default 0";

/** The thresholds that flags give, under the names of parameters. */
export function thresholdsIn({ values }: Flags): Record<string, string> {
  const given = Object.entries(THRESHOLDS).filter(([flag]) => values[flag] !== undefined);
  return Object.fromEntries(given.map(([flag, name]) => [name, String(values[flag])]));
}
