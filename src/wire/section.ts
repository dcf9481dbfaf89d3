// Sections as they cross the boundary.
import * as z from "zod";
import type { Section } from "../storage/sections.ts";
import { presentSectionEntry, SectionEntrySchema } from "./app.ts";
import { lookupName, position, ref, title } from "./fields.ts";

export const ListSectionsQuery = z.strictObject({ app: lookupName });

export const CreateSectionBody = z.strictObject({
  app: lookupName,
  ref: ref.optional(),
  title,
  position: position.optional(),
});

export const ChangeSectionBody = z
  .strictObject({ ref: ref.optional(), title: title.optional(), position: position.optional() })
  .refine((body) => Object.keys(body).length > 0, "name at least one of ref, title, position");

export const SectionSchema = SectionEntrySchema;

export function presentSection(section: Section): string {
  return JSON.stringify(presentSectionEntry(section));
}
