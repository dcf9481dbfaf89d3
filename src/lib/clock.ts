// The one owner of the time. Everything else is handed a clock or a moment.
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** A clock that goes on from a time given by another one, whatever is done to this machine's own. */
export function clockFrom(at: number): Clock {
  const start = performance.now();
  return () => Math.floor(at + performance.now() - start);
}

/** A time to measure durations with: it has fractions, and is no time of day. */
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

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
