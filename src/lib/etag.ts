// Entity tags: made of what an answer depends on, and looked for in what a request names.
import { hash } from "node:crypto";
import type { Coding } from "./content-coding.ts";
import { VERSION } from "./version.ts";

/** The version is part of every tag: another one may give the same data another form. */
const FORM = `${VERSION}\0`;
const DIGITS = 22;
const CODED = new RegExp(`^("[^"]{${DIGITS}})-(?:br|gzip)"$`);

/** A tag of these parts; every server makes the same. */
export function tagOf(...parts: readonly (string | number | null)[]): string {
  return `"${hash("sha256", FORM + parts.join("\0"), "base64url").slice(0, DIGITS)}"`;
}

/** The tag of the same answer in a content coding: other bytes have another tag. */
export function codedTag(tag: string, coding: Coding): string {
  return `${tag.slice(0, -1)}-${coding}"`;
}

/**
 * What If-None-Match names the tag by: in whatever coding the client has it; a tag that was marked as weak on its way counts.
 * Undefined when it names another.
 */
export function namedAs(header: string | undefined, tag: string): string | undefined {
  if (header === undefined) return undefined;
  if (header === tag || header.trim() === "*") return tag;
  const named = tagsIn(header).map((one) => one.replace(/^W\//, ""));
  return named.find((one) => uncoded(one) === tag);
}

/** Whether If-None-Match names the tag. */
export function isNamed(header: string | undefined, tag: string): boolean {
  return namedAs(header, tag) !== undefined;
}

/** Whether If-Match names the tag, in whatever coding; one that was marked as weak doesn't count. */
export function isMatched(header: string, tag: string): boolean {
  return header === tag || header.trim() === "*" || tagsIn(header).some((one) => uncoded(one) === tag);
}

function uncoded(tag: string): string {
  return tag.replace(CODED, '$1"');
}

function tagsIn(header: string): string[] {
  return header.match(/(?:W\/)?"[^"]*"/g) ?? [];
}
