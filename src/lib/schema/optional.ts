// Fields of a body that may be left out. Tools often send null for what they don't know.
import type * as z from "zod";

/** A field of a body that may be left out; null counts as left out. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? undefined);
}

/** Whether a change names anything at all. */
export function namesSomething(body: object): boolean {
  return Object.values(body).some((value) => value !== undefined);
}
