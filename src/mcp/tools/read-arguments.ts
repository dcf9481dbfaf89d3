// Reads what an assistant sends along. What is null where null means nothing counts as left out, as it does in a body of the
// API: models fill in every argument that a tool has.
import type { z } from "zod";
import { requireValid } from "../../wire/require-valid.ts";

/** A schema that describes arguments but accepts anything, so that the tool refuses them in the words of the API. */
export function describedBy<Schema extends z.ZodObject>(schema: Schema): Schema {
  const standard = schema["~standard"];
  const validate = (value: unknown) => ({ value });
  return Object.create(schema, { "~standard": { value: { ...standard, validate } } }) as Schema;
}

/** Throws `invalid_request`. */
export function readArguments<Schema extends z.ZodObject>(schema: Schema, given: unknown): z.output<Schema> {
  const { error } = schema.safeParse(given);
  const refused = error?.issues.map(({ path }) => path).filter((path) => valueAt(given, path) === null) ?? [];
  const kept = refused.length === 0 ? given : structuredClone(given);
  for (const path of refused) drop(kept, path);
  return requireValid(schema, kept, "arguments");
}

type Path = readonly PropertyKey[];

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, step) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[step],
    value,
  );
}

/** Removes a value. An entry of a list stays, or the next one would take its place. */
function drop(value: unknown, path: Path): void {
  const holder = valueAt(value, path.slice(0, -1)) as Record<PropertyKey, unknown>;
  if (!Array.isArray(holder)) delete holder[path.at(-1)!];
}
