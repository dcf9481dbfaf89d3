// Under which names somebody is looked for. What others are called is left alone: nobody can tell whose name it is.
import { lookOf } from "../../lib/text/visible-text.ts";
import { quoted } from "./address-pattern.ts";

/** Names of the people and keys that stay. */
export interface OtherNames {
  people: readonly string[];
  keys: readonly string[];
}

/** Whether a name is somebody else's, or looks like it. */
export function isTaken(name: string, { people, keys }: OtherNames): boolean {
  const look = lookOf(name);
  return [...people, ...keys].some((other) => lookOf(other) === look);
}

/** Whether somebody else's name begins or ends with it, or has it in between: in a text it may be a part of that. */
export function isPartOfOther(name: string, { people }: OtherNames): boolean {
  return people.some((other) => namesSomebody(other, name));
}

/** Whether a name is among the words of a text. */
export function namesSomebody(text: string, name: string): boolean {
  return new RegExp(`(?<![\\p{L}\\p{N}])${quoted(lookOf(name))}(?![\\p{L}\\p{N}])`, "u").test(lookOf(text));
}
