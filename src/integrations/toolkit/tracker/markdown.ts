// Texts of strangers in Markdown that others render: as code, in which nothing is live (no mention, no reference, no markup).
import { httpLink } from "../../../domain/report/http-link.ts";
import { cleanText, oneLine } from "../../../lib/text/text.ts";

/** A block of it; its fence is longer than any in the text. */
export function codeBlock(text: string): string {
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}text\n${cleanText(text)}\n${fence}`;
}

/** A few words within a sentence, set as code. */
export function codeSpan(text: string): string {
  const line = oneLine(text);
  const fence = "`".repeat(longestRun(line) + 1);
  const space = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return line === "" ? "" : fence + space + line + space + fence;
}

/** An address that was sent by somebody; shown as code when it can't be trusted to stay one. */
export function linkTo(label: string, address: string): string {
  const url = httpLink(address);
  if (url === null) return codeSpan(address);
  const safe = [...url].map((char) => ESCAPED[char] ?? char).join("");
  return `[${label}](<${safe}>)`;
}

const ESCAPED: Record<string, string> = {
  "<": "%3C",
  ">": "%3E",
  "\\": "%5C",
  "(": "%28",
  ")": "%29",
  "[": "%5B",
  "]": "%5D",
  "`": "%60",
};

function longestRun(text: string): number {
  let longest = 0;
  let run = 0;
  for (const char of text) {
    run = char === "`" ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
