// Sending a test run: what the request may ask.
import * as z from "zod";
import { MAX_BUILD, MAX_RUN_URL } from "../../domain/limits.ts";
import { parseLeastMatched } from "../../domain/results/least-matched.ts";
import { lineText, lookupName } from "../../lib/schema/fields.ts";
import { codesInQuery, flag, httpUrl } from "../fields.ts";

export const RunQuery = z.strictObject({
  app: lookupName,
  platforms: codesInQuery,
  build: lineText(MAX_BUILD).optional(),
  cycle: lookupName.optional(),
  /** The address of the run, which is put into the note of every result. */
  run: httpUrl.max(MAX_RUN_URL).optional(),
  /** How many cases must match, as the request says it: if fewer do, nothing is recorded. */
  min_matched: z
    .string()
    .refine((text) => parseLeastMatched(text) !== null, "expected a number of cases, or a share of them such as 50%")
    .meta({ pattern: "^([0-9]{1,6}|(100|[0-9]{1,2})%)$" })
    .optional(),
  dry_run: flag,
});
