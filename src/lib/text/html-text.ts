// What a piece of HTML says, as plain text: paragraphs and items of lists on lines of their own. Linear in its length.

import { HTML_ENTITIES } from "./html-entities.ts";

/** Elements that begin a new line; behind each there is one, too. */
const BLOCKS = new Set(["p", "div", "br", "tr", "ul", "ol", "table", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "hr"]);
/** All tags that editors write: anything else in angle brackets was typed by somebody. */
const INLINE =
  "a abbr b bdi big cite code col colgroup del dd dl dt em font i img ins kbd li mark s small span strike strong sub sup tbody td tfoot th thead u blockquote section article caption figure var samp q tt center address dfn";
const KNOWN = new Set([...BLOCKS, ...INLINE.split(" ")]);
/** Marks the end of a cell until its line is complete; no text contains this character. */
const CELL_END = "\0";
const TAG = /<(\/?)([A-Za-z][A-Za-z0-9]*)([^<>]*)>/g;
const ENTITY = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z][A-Za-z\d]{1,7}));/g;

export function htmlToText(html: string): string {
  const items: ("ol" | "ul")[] = [];
  const counts: number[] = [];
  const marked = html.replaceAll(/\r\n?/g, "\n").replaceAll(TAG, (whole, slash: string, tag: string, rest: string) => {
    const name = tag.toLowerCase();
    const closes = slash === "/";
    if (!KNOWN.has(name)) return whole;
    if (name === "ol" || name === "ul") {
      if (closes) {
        items.pop();
        counts.pop();
      } else if (items.length < 50) {
        items.push(name);
        counts.push(0);
      }
    }
    if (name === "li") return closes ? "" : `\n${markOf(items, counts)}`;
    if (name === "img") return pictureOf(rest);
    if (name === "td" || name === "th") return closes ? CELL_END : "";
    return BLOCKS.has(name) ? "\n" : "";
  });
  return unescapeHtml(marked)
    .split("\n")
    .map((line) =>
      line
        .replaceAll(/[ \t]+/g, " ")
        .replace(/ *\0 *$/, "")
        .replaceAll(/ *\0 */g, " | ")
        .trimEnd(),
    )
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

/** Whether a text was written as HTML: what merely speaks of tags is left as it is. */
export function isHtml(text: string): boolean {
  const [, , name] = /^\s*<(\/?)([A-Za-z][A-Za-z0-9]*)[^<>]*>/.exec(text) ?? [];
  return (
    (name !== undefined && KNOWN.has(name.toLowerCase())) || /<br\s*\/?>|<\/(?:p|li|div|strong|em|span)>/i.test(text)
  );
}

/** What a text says that may be written as HTML. */
export function withoutHtml(text: string): string {
  return isHtml(text) ? htmlToText(text) : text;
}

function markOf(items: readonly string[], counts: number[]): string {
  if (items.at(-1) !== "ol") return "- ";
  counts[counts.length - 1]!++;
  return `${counts.at(-1)}. `;
}

function pictureOf(attributes: string): string {
  const [, , name = ""] = /\b(?:alt|src)\s*=\s*(["'])([^"']{1,500})\1/.exec(attributes) ?? [];
  return name.startsWith("data:") || name === "" ? "[picture]" : `[picture: ${name}]`;
}

function unescapeHtml(text: string): string {
  return text.replaceAll(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return HTML_ENTITIES.get(name) ?? whole;
    const point = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
    const isText = point > 0x1f && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
    return isText ? String.fromCodePoint(point) : "";
  });
}
