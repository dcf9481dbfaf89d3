// Sections as they cross the boundary.
import * as z from "zod";
import { lookupName } from "../../lib/schema/fields.ts";
import { namesSomething, optional } from "../../lib/schema/optional.ts";
import type { Section } from "../../storage/runbook/sections.ts";
import { presentSectionEntry, SectionEntrySchema } from "../apps/app.ts";
import { position, ref, title } from "../fields.ts";

export const ListSectionsQuery = z.strictObject({ app: lookupName });

export const CreateSectionBody = z.strictObject({
  app: lookupName,
  ref: optional(ref),
  title,
  position: optional(position),
});

export const ChangeSectionBody = z
  .strictObject({ ref: optional(ref), title: optional(title), position: optional(position) })
  .refine(namesSomething, "name at least one of ref, title, position");

export const SectionSchema = SectionEntrySchema;

export function presentSection(section: Section): string {
  return JSON.stringify(presentSectionEntry(section));
}
