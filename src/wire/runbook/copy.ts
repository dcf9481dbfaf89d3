// Copies of apps, sections and checks, as they are asked for.
import * as z from "zod";
import { MAX_BATCH_CHECKS, MAX_COPIED_SECTIONS } from "../../domain/limits.ts";
import { listOf, lookupName } from "../../lib/schema/fields.ts";
import { optional } from "../../lib/schema/optional.ts";
import { appName, position, prefix } from "../fields.ts";
import { hasOnePlace, ONE_PLACE } from "./check.ts";

const marks = { with_not_applicable: optional(z.boolean()) };

export const CopyAppBody = z.strictObject({ name: appName, prefix: optional(prefix), ...marks });

export const CopySectionsBody = z.strictObject({
  app: lookupName,
  from: lookupName,
  sections: listOf(lookupName, MAX_COPIED_SECTIONS, 1),
  ...marks,
});

export const CopyChecksBody = z
  .strictObject({
    app: lookupName,
    section: lookupName,
    from: lookupName,
    checks: listOf(lookupName, MAX_BATCH_CHECKS, 1),
    position: optional(position),
    after: optional(lookupName),
    ...marks,
  })
  .refine(hasOnePlace, ONE_PLACE);
