// Sections and checks as the interface finds them by a few letters.
import * as z from "zod";
import type { RunbookPlace } from "../../domain/runbook/find-places.ts";
import { lookupName } from "../../lib/schema/fields.ts";
import { searchText } from "../fields.ts";

export const FindPlacesQuery = z.strictObject({
  q: searchText,
  /** The app one is in: what is found there comes first. */
  app: lookupName.optional(),
});

export const PlaceSchema = z.strictObject({
  kind: z.enum(["section", "check"]),
  id: z.string(),
  ref: z.string(),
  title: z.string(),
  app: z.strictObject({ id: z.string(), name: z.string() }),
});

export function presentPlace({ kind, id, ref, title, appId }: RunbookPlace, appName: string): string {
  const place = { kind, id, ref, title, app: { id: appId, name: appName } };
  return JSON.stringify(place satisfies z.infer<typeof PlaceSchema>);
}
