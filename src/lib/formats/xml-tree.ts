// Reads XML into a tree of elements that know where they stand. Nothing in it is looked up or expanded.
import { Mistake, type TextPosition } from "./text-tree.ts";
import { untrustedXmlParser, withoutControls } from "./untrusted-xml.ts";

export interface XmlElement {
  name: string;
  at: TextPosition;
  attributes: Record<string, string>;
  children: XmlElement[];
  /** The text beside the children. */
  text: string;
}

const MAX_DEPTH = 100;
/** More elements than a file of the largest size needs; each costs memory. */
const MAX_ELEMENTS = 2_000_000;
/** Encodings that a declaration may name: the text was decoded already, so that they mean nothing any more. */
const DECODED = /^(utf-?(8|16)(le|be)?|us-ascii|ascii)$/i;

/** Throws a mistake. */
export function readXmlTree(text: string): XmlElement {
  const root: XmlElement = { name: "", at: { line: 1, column: 1 }, attributes: {}, children: [], text: "" };
  const open = [root];
  let elements = 0;
  const refuse = (what: string): never => {
    throw new Mistake(parser.position, what.replace(/\.$/, ""));
  };
  const parser = untrustedXmlParser(refuse, DECODED);
  let at = root.at;
  parser.on("opentagstart", ({ name }) => {
    at = { line: parser.line, column: Math.max(1, parser.column - name.length) };
  });
  parser.on("opentag", ({ name, attributes }) => {
    if (open.length > MAX_DEPTH) refuse(`nested more than ${MAX_DEPTH} levels deep`);
    if (++elements > MAX_ELEMENTS) refuse(`more than ${MAX_ELEMENTS} elements: split the file`);
    const element = { name, at, attributes, children: [], text: "" };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on("closetag", () => {
    open.pop();
  });
  const keep = (part: string) => {
    open.at(-1)!.text += part;
  };
  parser.on("text", keep);
  parser.on("cdata", keep);
  parser.write(withoutControls(text)).close();
  return root.children[0]!;
}

export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name);
}

export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** The text of a child, trimmed; empty where there is none. */
export function textOfChild(element: XmlElement | undefined, name: string): string {
  return wholeText(childOf(element, name)).trim();
}

/** The element's text with that of all elements inside. */
export function wholeText(element: XmlElement | undefined): string {
  if (element === undefined) return "";
  const inside = element.children.map((child) => wholeText(child).trim()).filter((text) => text !== "");
  return inside.length === 0 ? element.text : [element.text.trim(), ...inside].filter((text) => text !== "").join(" ");
}
