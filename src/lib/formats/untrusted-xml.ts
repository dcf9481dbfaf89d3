// A parser of XML that strangers send: no document types, so nothing is looked up or expanded, and text in UTF-8 only.
import { SaxesParser } from "saxes";
import { quote } from "../text/text.ts";

/** Faults of form that leave no doubt about what was meant; the second is a control character, which stays as it is written. */
const HARMLESS = ['"]]>" is disallowed in char data', "malformed character entity"];
/** Harmless mistakes of a file that are passed over; each costs more time than its bytes. */
const MOST_FORGIVEN = 1_000;
/** Programs put what people or tests wrote into their files as it is, though XML has no room for it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what they write
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Programs of .NET that put a file together as a text declare what texts are made of there, whatever they then write. Others name UTF-16 with the order of its bytes. */
const TEXT = /^(utf-?8|us-ascii|ascii|utf-?16(?:le|be)?|unicode)$/i;

/** A parser for untrusted XML. `refuse` throws; `encodings` are those that a declaration may name. */
export function untrustedXmlParser(
  refuse: (what: string) => never,
  encodings = TEXT,
): SaxesParser<{ xmlns: false; position: false }> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let forgiven = 0;
  parser.on("error", ({ message }) => {
    const isHarmless = HARMLESS.some((fault) => message.includes(fault));
    if (!isHarmless || ++forgiven > MOST_FORGIVEN) refuse(message);
  });
  parser.on("xmldecl", ({ encoding }) => {
    if (encoding !== undefined && !encodings.test(encoding)) {
      refuse(`the encoding ${quote(encoding)} is not accepted: save the file as UTF-8`);
    }
  });
  parser.on("doctype", () => refuse("a document type is not accepted: remove the DOCTYPE"));
  return parser;
}

export function withoutControls(text: string): string {
  return text.replaceAll(NOT_XML, "");
}
