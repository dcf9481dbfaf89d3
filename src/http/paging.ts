// Cursors: they mark a place, are bound to the query they came from, and refuse to be edited.
import { Fault } from "../domain/fault.ts";
import type { Services } from "./services.ts";

/** The place that a cursor of the same query marks; null without a cursor. Throws `invalid_cursor`. */
export function openCursor<Place>(services: Services, context: string[], cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  const payload = services.cursors.open(JSON.stringify(context), cursor);
  if (payload !== undefined) return JSON.parse(payload) as Place;
  throw new Fault(
    "invalid_cursor",
    "cursor: pass next_cursor back unchanged, with the same filters and sort as the page it came from.",
  );
}

/** A page of at most `limit` rows out of `limit + 1` that were read, and the cursor to the next one. */
export function pageOf<Row>(
  services: Services,
  context: string[],
  rows: Row[],
  limit: number,
  placeOf: (row: Row) => unknown,
): { rows: Row[]; nextCursor: string | null } {
  if (rows.length <= limit) return { rows, nextCursor: null };
  const page = rows.slice(0, limit);
  return {
    rows: page,
    nextCursor: services.cursors.seal(JSON.stringify(context), JSON.stringify(placeOf(page.at(-1)!))),
  };
}
