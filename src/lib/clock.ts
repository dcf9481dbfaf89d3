// The one owner of the time. Everything else is handed a clock or a moment.
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** Goes on from a moment that another clock told, whatever is done to this machine's own. */
export function clockFrom(at: number): Clock {
  const start = performance.now();
  return () => Math.floor(at + performance.now() - start);
}

/** For how long something takes: no time of day, but fractions. */
export function milliseconds(): number {
  return performance.now();
}

let lastAt = Number.NaN;
let lastText = "";

/** ISO 8601 UTC with milliseconds. Many things happen within one millisecond: its text is made once. */
export function isoTime(at: number): string {
  if (at !== lastAt) {
    lastText = new Date(at).toISOString();
    lastAt = at;
  }
  return lastText;
}

export function isoTimeOrNull(at: number | null): string | null {
  return at === null ? null : isoTime(at);
}

/** The first millisecond of the UTC month that holds `at`. */
export function startOfMonth(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** A stretch of time that counts are kept for: the clock minute or hour (UTC) that holds a moment. */
export interface Window {
  /** Its first millisecond. */
  start: number;
  /** The first millisecond of the next one. */
  end: number;
  /** Whole seconds from the moment to the next one, at least 1. */
  secondsLeft: number;
}

export function windowAt(at: number, lengthMs: number): Window {
  const start = at - (at % lengthMs);
  const end = start + lengthMs;
  return { start, end, secondsLeft: Math.ceil((end - at) / 1_000) };
}
