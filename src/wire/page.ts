// Answers as JSON text: one record, or a page of them.
import type { ZodType } from "zod";
import { z } from "zod";

export function presentData(record: string): string {
  return `{"data":${record}}`;
}

export function presentPage(records: readonly string[], nextCursor: string | null): string {
  return `{"data":[${records.join(",")}],"next_cursor":${JSON.stringify(nextCursor)}}`;
}

export function presentList(records: readonly string[]): string {
  return `{"data":[${records.join(",")}]}`;
}

export function dataOf(schema: ZodType) {
  return z.strictObject({ data: schema });
}

export function pageOf(schema: ZodType) {
  return z.strictObject({ data: z.array(schema), next_cursor: z.string().nullable() });
}
