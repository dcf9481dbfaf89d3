// The stretch of time that a moment is in: counts are kept for each minute, hour and month, all in UTC.

/** A stretch of time that counts are kept for: the clock minute or hour (UTC) that holds a moment. */
interface TimeWindow {
  /** The window's first millisecond. */
  start: number;
  /** The first millisecond of the next one. */
  end: number;
  /** Whole seconds from the moment to the next one, at least 1. */
  secondsLeft: number;
}

export function windowAt(at: number, lengthMs: number): TimeWindow {
  const start = at - (at % lengthMs);
  const end = start + lengthMs;
  return { start, end, secondsLeft: Math.ceil((end - at) / 1_000) };
}

/** The first millisecond of the UTC month that holds `at`. */
export function startOfMonth(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}
