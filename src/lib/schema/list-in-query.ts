// Lists in a query: a parameter that may stand more than once, or have commas between its values.
import * as z from "zod";
import { splitList } from "../text/text.ts";
import { shownAs } from "./shown-as.ts";

const LISTS = new WeakSet<object>();

/** Several values in one parameter, none of which has a comma. Left out, or empty, it is an empty list. */
export function listInQuery(maxLength: number) {
  const joined = z.string().refine((text) => text.length <= maxLength, `too long: at most ${maxLength} characters`);
  const list = shownAs(joined, z.array(z.string()))
    .optional()
    .transform((text) => splitList(text ?? ""));
  LISTS.add(list);
  return list;
}

/** The parameters of a query that are lists. */
export function listsIn(query: z.ZodType | undefined): string[] {
  const { shape = {} } = (query ?? {}) as { shape?: Record<string, object> };
  return Object.keys(shape).filter((name) => LISTS.has(shape[name]!));
}
