// How an app stood day by day, from what is known of some of the days.
import { DAY_MS } from "../../lib/clock.ts";
import type { Tally } from "./summary.ts";

export interface Day extends Tally {
  /** The day's first millisecond. */
  day: number;
}

/**
 * One entry for each day, oldest first: from the first that is known, but at most `days`, to today. A day of which
 * nothing is known is like the one before. `known` is in order and of days before today.
 */
export function trendOf(known: readonly Day[], today: Day, days: number): Day[] {
  const first = known[0]?.day ?? today.day;
  const from = Math.max(first, today.day - (days - 1) * DAY_MS);
  const trend: Day[] = [];
  let next = 0;
  for (let day = from; day < today.day; day += DAY_MS) {
    while (next < known.length && known[next]!.day <= day) next++;
    trend.push({ ...known[next - 1]!, day });
  }
  return [...trend, today];
}
