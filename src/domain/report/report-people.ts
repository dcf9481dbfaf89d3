// The names that a payload brings along: who reported, and from where. Shown beside names of the house, so kept plain.
import { oneLine } from "../../lib/text.ts";
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

/** A name on one line, without the marks that would turn the direction of what is written after it. */
export function nameLine(text: string, limit: number): string | null {
  const line = cut(withoutMarks(oneLine(text.trimStart().slice(0, 10 * limit))).trim(), limit);
  return line === "" ? null : line;
}

function withoutMarks(text: string): string {
  let plain = "";
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    if (!isDirectionMark(text.charCodeAt(i))) continue;
    plain += text.slice(from, i);
    from = i + 1;
  }
  return from === 0 ? text : plain + text.slice(from);
}

function isDirectionMark(unit: number): boolean {
  if (unit < 0x200e) return unit === 0x61c;
  return unit <= 0x2069 && (unit <= 0x200f || unit >= 0x2066 || (unit >= 0x202a && unit <= 0x202e));
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
