// How much of the hour's limit is used: a meter, and a warning before deliveries are refused.
import type { Webhook } from "../../../api/types.ts";
import { Icon } from "../../../components/display/icons.tsx";
import classes from "./hour-usage.module.css";

type Hour = Webhook["hour"];

/** The share of the hour's limit from which on a warning is shown. */
const WARN_AT = 0.8;
const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

export function HourMeter({ hour }: { hour: Hour }) {
  const level = levelOf(hour);
  return (
    <div>
      <div className={classes.numbers}>
        <span>
          <strong>{hour.used.toLocaleString("en")}</strong> of {hour.limit.toLocaleString("en")}
        </span>
        <span className={classes.soft}>until {endOf(hour)}</span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: the element can't be given our tones in every browser */}
      <div
        className={classes.meter}
        role="meter"
        aria-label="Deliveries this hour"
        aria-valuemin={0}
        aria-valuemax={hour.limit}
        aria-valuenow={Math.min(hour.used, hour.limit)}
        aria-valuetext={`${hour.used} of ${hour.limit}`}
      >
        <span
          className={classes.fill}
          data-level={level}
          style={{ width: `${Math.min(100, (100 * hour.used) / Math.max(1, hour.limit))}%` }}
        />
      </div>
      {level === "fine" && <p className={classes.words}>{wordsFor(hour)}</p>}
    </div>
  );
}

/** Shown on every part of the page, but only when there is something to say. */
export function HourWarning({ hour }: { hour: Hour }) {
  const level = levelOf(hour);
  if (level === "fine") return null;
  return (
    <div className={classes.warning} data-level={level} role="status">
      <Icon name="warning" />
      <span>{wordsFor(hour)}</span>
    </div>
  );
}

function wordsFor(hour: Hour): string {
  const level = levelOf(hour);
  if (level === "reached") {
    return `The limit of ${hour.limit} deliveries an hour is reached. Further ones are refused until ${endOf(hour)}; replay them from the log after that.`;
  }
  if (level === "near") {
    return `${hour.used} of ${hour.limit} deliveries are used up this hour. Beyond that they are refused until ${endOf(hour)}.`;
  }
  return "Beyond the limit, deliveries are refused until the next full hour.";
}

function levelOf({ used, limit }: Hour): "fine" | "near" | "reached" {
  if (used >= limit) return "reached";
  return used >= WARN_AT * limit ? "near" : "fine";
}

function endOf({ resets_at }: Hour): string {
  return clock.format(new Date(resets_at));
}
