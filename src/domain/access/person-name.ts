// Names of people: no two in a workspace look alike.
import { lookOf } from "../../lib/text/visible-text.ts";
import { MAX_NAME } from "../limits.ts";

/** Whether one of these is the same name, or looks like it. */
export function isNameTaken(name: string, names: readonly string[]): boolean {
  return names.some((other) => plainLook(other) === plainLook(name));
}

/** The name itself if it is free; else with the first number behind it that makes it so. */
export function addUntilFree(name: string, names: readonly string[]): string {
  const looks = new Set(names.map(plainLook));
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? name : withNumber(name, n);
    if (!looks.has(plainLook(candidate))) return candidate;
  }
}

/** A name as it looks: a page shows several spaces as one. */
function plainLook(name: string): string {
  return lookOf(name).replaceAll(/\s+/g, " ");
}

function withNumber(name: string, n: number): string {
  const end = ` (${n})`;
  return `${name.slice(0, MAX_NAME - end.length).trimEnd()}${end}`;
}
