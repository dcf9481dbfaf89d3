// A person outside the team, as a request names them.
import * as z from "zod";
import { MAX_EMAIL, MAX_REPORTER_NAME } from "../../domain/limits.ts";
import { isReporterEmail } from "../../domain/report/reporter-email.ts";
import { nameText } from "../../lib/schema/fields.ts";
import { optional } from "../../lib/schema/optional.ts";

/** A reporter's address; blank and null count as left out. */
const reporterEmail = optional(
  z
    .string()
    .transform((text) => text.trim())
    .refine(isReporterEmail, `expected at most ${MAX_EMAIL} characters, and no control characters`),
).transform((text) => text || undefined);

export const reporter = z.strictObject({ name: nameText(MAX_REPORTER_NAME), email: reporterEmail });
