// Sending a test run: what the request may ask.
import * as z from "zod";
import { MAX_BUILD, MAX_RUN_URL } from "../../domain/limits.ts";
import { lineText, lookupName } from "../../lib/schema/fields.ts";
import { codesInQuery, flag, httpUrl } from "../fields.ts";

export const RunQuery = z.strictObject({
  app: lookupName,
  platforms: codesInQuery,
  build: lineText(MAX_BUILD).optional(),
  cycle: lookupName.optional(),
  /** The address of the run, which is put into the note of every result. */
  run: httpUrl.max(MAX_RUN_URL).optional(),
  dry_run: flag,
});
