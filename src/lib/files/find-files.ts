// Finds files by a pattern, where the shell has not done it: `*` and `?` within a name, `**` for any folders.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const MAX_DEPTH = 50;

/** A path without signs of a pattern, or of a file that is there, is given as it is. Sorted; empty if nothing fits. */
export function findFiles(pattern: string): string[] {
  if (!/[*?]/.test(pattern) || existsSync(pattern)) return [pattern];
  const parts = pattern.split("/").filter((part, i) => part !== "" || i === 0);
  const isAbsolute = parts[0] === "";
  const found = walk(isAbsolute ? "/" : "", isAbsolute ? parts.slice(1) : parts, 0);
  return [...new Set(found)].sort();
}

function walk(folder: string, parts: readonly string[], depth: number): string[] {
  const [part, ...rest] = parts;
  if (part === undefined || depth > MAX_DEPTH) return [];
  if (!/[*?]/.test(part)) {
    const path = join(folder, part);
    if (rest.length > 0) return walk(path, rest, depth + 1);
    return existsSync(path) ? [path] : [];
  }
  const entries = entriesOf(folder);
  if (part === "**") {
    // Hidden folders and installed packages hold nobody's reports.
    const folders = entries.filter(
      (one) => one.isDirectory() && !one.name.startsWith(".") && one.name !== "node_modules",
    );
    const deeper = folders.flatMap(({ name }) => walk(join(folder, name), parts, depth + 1));
    return [...walk(folder, rest.length === 0 ? ["*"] : rest, depth + 1), ...deeper];
  }
  const fits = entries.filter(({ name }) => fitsPattern(name, part));
  if (rest.length === 0) return fits.filter((one) => !one.isDirectory()).map(({ name }) => join(folder, name));
  return fits.filter((one) => one.isDirectory()).flatMap(({ name }) => walk(join(folder, name), rest, depth + 1));
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder === "" ? "." : folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function fitsPattern(name: string, pattern: string): boolean {
  if (name.startsWith(".") && !pattern.startsWith(".")) return false;
  const written = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${written}$`, "s").test(name);
}
