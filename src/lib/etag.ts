// Entity tags: made of what an answer depends on, and looked for in what a request names.
import { hash } from "node:crypto";
import { VERSION } from "./version.ts";

/** Another version of this program may say the same in another form. */
const FORM = `${VERSION}\0`;
const DIGITS = 22;

/** The same for the same parts on every server. */
export function tagOf(...parts: readonly (string | number | null)[]): string {
  return `"${hash("sha256", FORM + parts.join("\0"), "base64url").slice(0, DIGITS)}"`;
}

/** Whether If-None-Match names the tag; a tag that was marked as weak on its way counts. */
export function isNamed(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header === tag || header.trim() === "*" || tagsIn(header).some((one) => one.replace(/^W\//, "") === tag);
}

/** Whether If-Match names the tag; one that was marked as weak doesn't count. */
export function isMatched(header: string, tag: string): boolean {
  return header === tag || header.trim() === "*" || tagsIn(header).includes(tag);
}

function tagsIn(header: string): string[] {
  return header.match(/(?:W\/)?"[^"]*"/g) ?? [];
}
