// The one owner of the time. Everything else is handed a clock or a moment.
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** Goes on from a moment that another clock told, whatever is done to this machine's own. */
export function clockFrom(at: number): Clock {
  const start = performance.now();
  return () => Math.floor(at + performance.now() - start);
}

/** ISO 8601 UTC with milliseconds. */
export function isoTime(at: number): string {
  return new Date(at).toISOString();
}

/** The first millisecond of the UTC month that holds `at`. */
export function startOfMonth(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** The first millisecond of the UTC day that holds `at`. */
export function startOfDay(at: number): number {
  return at - (at % DAY_MS);
}

/** The first millisecond of the UTC hour that holds `at`. */
export function startOfHour(at: number): number {
  return at - (at % HOUR_MS);
}
