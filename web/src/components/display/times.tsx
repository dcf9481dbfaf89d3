// Times as people say them, with the exact one at hand.
import { useSyncExternalStore } from "react";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../src/wire/limits.ts";

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 365 * DAY_MS],
  ["month", 30 * DAY_MS],
  ["week", 7 * DAY_MS],
  ["day", DAY_MS],
  ["hour", HOUR_MS],
  ["minute", MINUTE_MS],
];
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const exact = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium" });

export function sinceText(at: string, now = Date.now()): string {
  const past = new Date(at).getTime() - now;
  const unit = UNITS.find(([, length]) => Math.abs(past) >= length);
  return unit === undefined ? "just now" : relative.format(Math.round(past / unit[1]), unit[0]);
}

export function exactText(at: string): string {
  return exact.format(new Date(at));
}

/** The time zone of the times, for paper: "Europe/Berlin (GMT+1)". */
export function zoneText(at: string): string {
  const { timeZone } = exact.resolvedOptions();
  const parts = new Intl.DateTimeFormat("en", { timeZoneName: "shortOffset" }).formatToParts(new Date(at));
  const offset = parts.find(({ type }) => type === "timeZoneName")!.value;
  return timeZone === "UTC" ? timeZone : `${timeZone} (${offset})`;
}

export function Ago({ at }: { at: string }) {
  return (
    <time dateTime={at} title={exactText(at)}>
      {sinceText(at)}
    </time>
  );
}

/** Renders again as time passes, so that "2 minutes ago" stays true. */
export function useTicks(): void {
  useSyncExternalStore(
    (listener) => {
      const timer = setInterval(listener, 30_000);
      return () => clearInterval(timer);
    },
    () => Math.floor(Date.now() / 30_000),
  );
}
