// The files that a command is given, by name or by pattern.
import { resolve } from "node:path";
import { findFiles } from "../../lib/files/find-files.ts";
import { UsageError } from "../command.ts";

/**
 * Each once, also where several patterns name it: its results would be recorded again. `isNamed` tells a file that was named itself
 * from one that a pattern found. Throws a `UsageError`.
 */
export function filesOf(patterns: readonly string[]): { path: string; isNamed: boolean }[] {
  const files = new Map<string, { path: string; isNamed: boolean }>();
  for (const pattern of patterns) {
    const found = findFiles(pattern);
    if (found.length === 0) throw new UsageError(`${pattern}: there is no such file.`);
    for (const path of found) {
      const whole = resolve(path);
      const known = files.get(whole);
      files.set(whole, { path: known?.path ?? path, isNamed: known?.isNamed === true || path === pattern });
    }
  }
  return [...files.values()];
}
