// The trend as it crosses the boundary: one entry for each day.
import * as z from "zod";
import { DEFAULT_TREND_DAYS, MAX_TREND_DAYS } from "../../domain/limits.ts";
import type { Day } from "../../domain/status/trend.ts";
import { isoTime } from "../../lib/clock.ts";
import { wholeNumber } from "../../lib/schema/fields.ts";
import { counts, presentTally } from "../apps/app.ts";

export const TrendQuery = z.strictObject({
  days: wholeNumber(1, MAX_TREND_DAYS)
    .optional()
    .transform((days) => days ?? DEFAULT_TREND_DAYS),
});

export const TrendSchema = z.array(z.strictObject({ day: z.string().meta({ format: "date" }), ...counts }));

export function presentTrend(days: readonly Day[]): string {
  return JSON.stringify(
    days.map((day) => ({ day: isoTime(day.day).slice(0, 10), ...presentTally(day) })) satisfies z.infer<
      typeof TrendSchema
    >,
  );
}
