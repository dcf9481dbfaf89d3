// What an assistant sends as null where null means nothing counts as left out, as it does in a body of the API: models fill
// in every argument that a tool has.
import type { z } from "zod";

/** The same schema, also to those who read its description, which says nothing of null. */
export function nullLeftOut<Schema extends z.ZodObject>(schema: Schema): Schema {
  const standard = schema["~standard"];
  const validate: typeof standard.validate = (given, options) => {
    const { error } = schema.safeParse(given);
    const refused = error?.issues.map(({ path }) => path).filter((path) => valueAt(given, path) === null) ?? [];
    if (refused.length === 0) return standard.validate(given, options);
    const kept = structuredClone(given);
    for (const path of refused) drop(kept, path);
    return standard.validate(kept, options);
  };
  return Object.create(schema, { "~standard": { value: { ...standard, validate } } }) as Schema;
}

type Path = readonly PropertyKey[];

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, step) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[step],
    value,
  );
}

/** An entry of a list stays: what comes after it would stand in its place. */
function drop(value: unknown, path: Path): void {
  const holder = valueAt(value, path.slice(0, -1)) as Record<PropertyKey, unknown>;
  if (!Array.isArray(holder)) delete holder[path.at(-1)!];
}
