// Answers as JSON text: one record, or a page of them.
import type { ZodType } from "zod";
import * as z from "zod";

export function presentData(record: string): string {
  return `{"data":${record}}`;
}

/** Joins a page in one step: text that is nested in text would be copied in full when it is read. */
export function presentPage(records: readonly string[], nextCursor: string | null): string {
  const end = `],"next_cursor":${JSON.stringify(nextCursor)}}`;
  const [first, ...others] = records;
  if (first === undefined) return `{"data":[${end}`;
  const parts = [`{"data":[${first}`, ...others];
  parts[parts.length - 1] += end;
  return parts.join(",");
}

const CURSOR = '"next_cursor":"';
/** Longer than any cursor with the text around it. */
const END = 800;

/** Reads `next_cursor` from the end of a presented page, without parsing the page; undefined for the last one. */
export function readNextCursor(page: string | Buffer): string | undefined {
  const end = typeof page === "string" ? page.slice(-END) : page.toString("latin1", Math.max(page.length - END, 0));
  // Inside a text the quotes would be escaped: it can only be the field itself.
  const at = end.lastIndexOf(CURSOR);
  return at === -1 ? undefined : end.slice(at + CURSOR.length, -2);
}

export function presentList(records: readonly string[]): string {
  return `{"data":[${records.join(",")}]}`;
}

export function dataOf(schema: ZodType) {
  return z.strictObject({ data: schema });
}

export function pageSchema(schema: ZodType) {
  return z.strictObject({ data: z.array(schema), next_cursor: z.string().nullable() });
}
