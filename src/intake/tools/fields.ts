// What stands in a payload, whatever it is made of: own properties only, and nothing thrown.

export function fieldAt(root: unknown, ...path: string[]): unknown {
  let value = root;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** Text, or a number as text; empty when there is neither. */
export function textAt(root: unknown, ...path: string[]): string {
  const value = fieldAt(root, ...path);
  if (typeof value === "string") return value;
  return typeof value === "number" && Number.isFinite(value) ? String(value) : "";
}
