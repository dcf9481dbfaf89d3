// What the API's document shows for a schema that says less to a reader than what it accepts.
import type { ZodType } from "zod";

const SHOWN = new WeakMap<object, ZodType>();

/** `schema` reads; the document shows `as`. What is shown must be the very instance that a request is read with. */
export function shownAs<Schema extends ZodType>(schema: Schema, as: ZodType): Schema {
  SHOWN.set(schema, as);
  return schema;
}

export function shownFor(schema: object): ZodType | undefined {
  return SHOWN.get(schema);
}
