// Texts in Atlassian's document format: plain text nodes only, in which nothing is live.
import { cleanText } from "../../lib/text/text.ts";

type Node = Record<string, unknown>;

export function adfDocument(content: Node[]): Node {
  return { type: "doc", version: 1, content };
}

/** A paragraph for each line. */
export function adfLines(text: string): Node[] {
  return cleanText(text)
    .split("\n")
    .map((line) => adfParagraph([adfText(printable(line))]));
}

/** Empty texts are not allowed there. */
export function adfParagraph(content: Node[]): Node {
  return { type: "paragraph", content: content.filter(({ text }) => text !== "") };
}

export function adfText(text: string): Node {
  return { type: "text", text };
}

export function adfLink(text: string, href: string): Node {
  return { type: "text", text, marks: [{ type: "link", attrs: { href } }] };
}

/** Without control characters, which the format has no place for. */
function printable(line: string): string {
  return [...line].filter((char) => char === "\t" || char >= " ").join("");
}
