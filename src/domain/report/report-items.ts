// The reports of one payload: one for each item of a list, where the mapping says so, and else one of all of it.
import { MAX_ITEMS } from "../limits.ts";
import { readList } from "../mapping/mapping.ts";
import { type Payload, payloadItem, payloadOf } from "../mapping/value-at-path.ts";
import { tooManyItems } from "../webhook/refusals.ts";
import type { ReportReader } from "./compiled-reader.ts";

/** `isList` tells a list of one item from a payload that is read as a whole. */
export interface ReportedItems {
  isList: boolean;
  items: Payload[];
}

/** A payload without the list is read as a whole. Throws `too_many_items`. */
export function itemsIn(reader: ReportReader, root: Record<string, unknown>): ReportedItems {
  const whole = payloadOf(root);
  const list = reader.items === null ? undefined : readList(reader.items, whole);
  if (list === undefined) return { isList: false, items: [whole] };
  if (list.length > MAX_ITEMS) throw tooManyItems(list.length);
  return { isList: true, items: list.map((item) => payloadItem(whole, item)) };
}
