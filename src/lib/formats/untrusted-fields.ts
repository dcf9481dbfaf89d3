// What stands in data that somebody else made, whatever it is made of: own properties only, and nothing thrown.

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

/** The list at a path; empty when there is none. */
export function listAt(root: unknown, ...path: string[]): unknown[] {
  const value = fieldAt(root, ...path);
  return Array.isArray(value) ? value : [];
}

/** A moment as others write it, with whatever offset, in the one form that sorts by time; null when it is none. */
export function momentAt(root: unknown, ...path: string[]): string | null {
  const value = fieldAt(root, ...path);
  const at = typeof value === "string" && value.length <= 40 ? Date.parse(value) : Number.NaN;
  return at >= 0 && at < LAST_MOMENT ? new Date(at).toISOString() : null;
}

/** The end of the year 9999: later ones are written with more digits. */
const LAST_MOMENT = 253_402_300_800_000;
