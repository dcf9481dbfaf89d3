// The names that a payload brings along: who reported, and from where. Shown beside names of the house, so kept plain.
import { visibleLine } from "../../lib/visible-text.ts";
import type { Reporter } from "../issue.ts";
import { MAX_EMAIL, MAX_REPORTER_NAME } from "../limits.ts";
import { isBlankUnit } from "./payload.ts";
import { cut } from "./report-text.ts";

/** Nobody without a name; an implausible address is left out. */
export function reporterOf(name: string | undefined, email: string | undefined): Reporter | null {
  const line = name === undefined ? null : nameLine(name, MAX_REPORTER_NAME);
  if (line === null) return null;
  const address = email?.trim() ?? "";
  return isEmail(address) ? { name: line, email: address } : { name: line };
}

/** A name on one line, without characters that nobody sees or that turn the direction of what is written after it. */
export function nameLine(text: string, limit: number): string | null {
  const line = cut(visibleLine(text.trimStart().slice(0, 10 * limit)), limit);
  return line === "" ? null : line;
}

/** One `@` with something on both sides, and only characters that are plain in an address. */
function isEmail(text: string): boolean {
  const at = text.indexOf("@");
  if (text.length > MAX_EMAIL || at < 1 || at === text.length - 1 || text.indexOf("@", at + 1) !== -1) return false;
  for (let i = 0; i < text.length; i++) {
    if (isBlankUnit(text.charCodeAt(i)) || '()<>[]:;,\\"'.includes(text[i]!)) return false;
  }
  return text.isWellFormed() && !text.includes("..") && text[at + 1] !== "." && !text.endsWith(".");
}
