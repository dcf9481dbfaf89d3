// A message as Teams writes it, made plain: without the mention of ourselves, without tags, entities decoded.
import { httpLink } from "../../domain/report/http-link.ts";
import { linkText } from "../toolkit/chat/link-text.ts";

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };
/** Tags that end a line, and others: what merely looks like a tag, such as List<String>, is text. */
const BREAKS: ReadonlySet<string> = new Set(["br", "/p", "/div", "/li", "/tr"]);
const TAGS: ReadonlySet<string> = new Set(
  `at a b i u s p br div span strong em strike sub sup ul ol li code pre codeblock blockquote table thead tbody tr td th
  h1 h2 h3 h4 h5 h6 hr img emoji attachment systemeventmessage font`.split(/\s+/),
);

export interface PlainTeamsText {
  text: string;
  /** The name by which we were mentioned; empty when nobody was. */
  mentioned: string;
}

/** Characters of a message that are read: none is longer. */
const MAX_LENGTH = 100_000;

/** One pass over the text. The first to be mentioned is who is spoken to; others are part of what is said. */
export function plainTeamsText(whole: string): PlainTeamsText {
  const html = whole.slice(0, MAX_LENGTH);
  let text = "";
  let mentioned = "";
  /** What stands before the link that was last begun, and where that leads. */
  let before = "";
  let url: string | null = null;
  for (let i = 0; i < html.length; ) {
    const tag = html[i] === "<" ? tagAt(html, i) : null;
    if (tag === null) {
      const next = html.indexOf("<", i + 1);
      const end = next === -1 ? html.length : next;
      text += decode(html.slice(i, end));
      i = end;
    } else if (tag.name === "at") {
      const close = closeOf(html, tag.end);
      const name = decode(html.slice(tag.end, close.start)).trim();
      mentioned ||= name;
      text += name === mentioned ? " " : `@${name}`;
      i = close.end;
    } else {
      if (BREAKS.has(tag.name)) text += "\n";
      if (tag.name === "a" || tag.name === "/a") {
        before += url === null || tag.name === "a" ? text : linkText(text.trim(), url);
        text = "";
        url = addressIn(html.slice(i, tag.end));
      }
      i = tag.end;
    }
  }
  return { text: (before + text).trim(), mentioned };
}

/** No tag is longer: whoever looks further behind each of many brackets never ends. */
const MAX_TAG = 2_000;

/** The tag that begins here; null when it is only a bracket. */
function tagAt(html: string, start: number): { name: string; end: number } | null {
  let end = start + 1;
  while (end < html.length && end < start + MAX_TAG && html[end] !== ">" && html[end] !== "<") end++;
  if (html[end] !== ">") return null;
  const name = nameOf(html, start + 1, end);
  return TAGS.has(name.startsWith("/") ? name.slice(1) : name) ? { name, end: end + 1 } : null;
}

function nameOf(html: string, start: number, end: number): string {
  let i = start + 1;
  while (i < end && html[i]! > " " && html[i] !== "/") i++;
  return html.slice(start, i).toLowerCase();
}

/** Where a link leads; null when that is nowhere to go. */
function addressIn(tag: string): string | null {
  const at = tag.toLowerCase().indexOf(' href="');
  const start = at + ' href="'.length;
  const end = at === -1 ? -1 : tag.indexOf('"', start);
  return end === -1 ? null : httpLink(decode(tag.slice(start, end)));
}

const MAX_NAME = 500;

/** Where a mention's name ends and where its end tag does; without an end tag it has no name. */
function closeOf(html: string, from: number): { start: number; end: number } {
  const near = html
    .slice(from, from + MAX_NAME)
    .toLowerCase()
    .indexOf("</at>");
  return near === -1 ? { start: from, end: from } : { start: from + near, end: from + near + "</at>".length };
}

function decode(text: string): string {
  if (!text.includes("&")) return text;
  let plain = "";
  let from = 0;
  for (let mark = text.indexOf("&"); mark !== -1; mark = text.indexOf("&", from)) {
    plain += text.slice(from, mark);
    const end = text.slice(mark, mark + 12).indexOf(";");
    const char = end === -1 ? null : entity(text.slice(mark + 1, mark + end));
    plain += char ?? "&";
    from = char === null ? mark + 1 : mark + end + 1;
  }
  return plain + text.slice(from);
}

function entity(name: string): string | null {
  if (Object.hasOwn(ENTITIES, name)) return ENTITIES[name]!;
  const hex = /^#[xX]([0-9a-fA-F]{1,6})$/.exec(name);
  const decimal = /^#(\d{1,7})$/.exec(name);
  const point = hex ? Number.parseInt(hex[1]!, 16) : decimal ? Number(decimal[1]) : -1;
  const isCharacter = point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
  return isCharacter ? String.fromCodePoint(point) : null;
}
