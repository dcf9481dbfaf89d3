// Texts in Atlassian's document format: plain text nodes only, in which nothing is live.
import { fieldAt, listAt, textAt } from "../../../lib/formats/untrusted-fields.ts";
import { cleanText } from "../../../lib/text/text.ts";

type Node = Record<string, unknown>;

export function adfDocument(content: Node[]): Node {
  return { type: "doc", version: 1, content };
}

/** A text with a paragraph for each line. */
export function adfLines(text: string): Node[] {
  return cleanText(text)
    .split("\n")
    .map((line) => adfParagraph([adfText(printable(line))]));
}

/** A paragraph. Empty texts are left out: the format doesn't allow them. */
export function adfParagraph(content: Node[]): Node {
  return { type: "paragraph", content: content.filter(({ text }) => text !== "") };
}

export function adfText(text: string): Node {
  return { type: "text", text };
}

export function adfLink(text: string, href: string): Node {
  return { type: "text", text, marks: [{ type: "link", attrs: { href } }] };
}

/** The line without control characters, which the format doesn't allow. */
function printable(line: string): string {
  return [...line].filter((char) => char === "\t" || char >= " ").join("");
}

const DEEPEST = 20;
const BLOCKS: ReadonlySet<unknown> = new Set(["paragraph", "heading", "listItem", "codeBlock", "rule"]);

/** What a comment says, whether it comes as a document or as the text that it was before there were documents. */
export function plainText(body: unknown): string {
  return typeof body === "string" ? body : linesOf(body, 0).join("").trim();
}

function linesOf(node: unknown, depth: number): string[] {
  if (depth > DEEPEST) return [];
  const type = fieldAt(node, "type");
  if (type === "text") return [linkedText(node)];
  if (type === "hardBreak") return ["\n"];
  if (type === "mention" || type === "emoji") return [textAt(node, "attrs", "text")];
  const content = listAt(node, "content").flatMap((one) => linesOf(one, depth + 1));
  if (type === "blockquote") return [content.join("").trimEnd().replaceAll(/^/gm, "> "), "\n"];
  return BLOCKS.has(type) ? [...content, "\n"] : content;
}

/** A text with its link written as in Jira's older markup. */
function linkedText(node: unknown): string {
  const text = textAt(node, "text");
  const link = listAt(node, "marks").find((mark) => fieldAt(mark, "type") === "link");
  return link === undefined ? text : `[${text}|${textAt(link, "attrs", "href")}]`;
}
