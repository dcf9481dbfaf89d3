// Text as Slack writes it, made plain: mentions and links stand in angle brackets, and three characters are escaped.
import { linkText } from "../toolkit/chat/link-text.ts";

/** Characters of a message that are read: none is longer. */
const MAX_LENGTH = 100_000;

/** One pass: what is no mention and no link stays as it is. */
export function plainSlackText(whole: string): string {
  const text = whole.slice(0, MAX_LENGTH);
  let plain = "";
  let from = 0;
  for (let open = text.indexOf("<"); open !== -1; open = text.indexOf("<", from)) {
    plain += unescaped(text.slice(from, open));
    const end = endOf(text, open + 1);
    const shown = end === -1 ? null : partOf(text.slice(open + 1, end));
    plain += shown ?? "<";
    from = shown === null ? open + 1 : end + 1;
  }
  return plain + unescaped(text.slice(from));
}

/** No part is longer: whoever looks further in each of many brackets never ends. */
const MAX_PART = 5_000;

/** Where the bracket closes; -1 when it doesn't, or another opens before. */
function endOf(text: string, start: number): number {
  for (let i = start; i < text.length && i < start + MAX_PART; i++) {
    if (text[i] === ">") return i;
    if (text[i] === "<" || text[i] === "\n") return -1;
  }
  return -1;
}

/** A part in angle brackets as text; null if Slack didn't write it. */
function partOf(part: string): string | null {
  const bar = part.indexOf("|");
  const target = unescaped(bar === -1 ? part : part.slice(0, bar));
  const label = bar === -1 ? "" : unescaped(part.slice(bar + 1)).trim();
  if (target.startsWith("@")) return `@${label || target.slice(1)}`;
  if (target.startsWith("#")) return `#${label || target.slice(1)}`;
  if (target.startsWith("!")) return special(target.slice(1), label);
  const scheme = target.slice(0, target.indexOf(":")).toLowerCase();
  if (scheme === "mailto" || scheme === "tel") return label || target.slice(scheme.length + 1);
  if (scheme !== "http" && scheme !== "https") return null;
  return linkText(label, target);
}

/** `!here`, `!subteam^S1|@qa`, `!date^…|yesterday`. */
function special(name: string, label: string): string {
  const [word = ""] = name.split("^", 1);
  if (word === "date") return label;
  if (label !== "") return label.startsWith("@") ? label : `@${label}`;
  return `@${word}`;
}

function unescaped(text: string): string {
  return text.includes("&") ? text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&") : text;
}
