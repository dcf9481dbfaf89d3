// The parts of a spreadsheet: XML files in its archive, which are read element by element.
import { posix } from "node:path";
import { decodeText } from "../text/decode-text.ts";
import { untrustedXmlParser, withoutControls } from "./untrusted-xml.ts";
import { WrongArchive, type ZipArchive } from "./zip.ts";

export function spreadsheetPart(archive: ZipArchive, path: string): string | undefined {
  const bytes = archive.read(path);
  if (bytes === undefined) return undefined;
  const text = decodeText(bytes);
  if (text === null) throw new WrongArchive("The spreadsheet is broken: save it again.");
  return withoutControls(text);
}

interface Relation {
  /** The last word of the type, which is the same in all versions of the format. */
  type: string;
  /** The part of the archive, or an address outside of it. */
  target: string;
}

/** What a part refers to, by the ids that it calls it by; nothing where the archive does not say. */
export function relationsOf(archive: ZipArchive, part: string): Map<string, Relation> {
  const [folder, file] = [posix.dirname(part), posix.basename(part)];
  const list = spreadsheetPart(archive, `${folder}/_rels/${file}.rels`);
  const relations = new Map<string, Relation>();
  if (list === undefined) return relations;
  eachElement(list, "Relationship", ({ Id = "", Type = "", Target = "", TargetMode }) => {
    const inside = partAt(Target.startsWith("/") ? Target : `${folder}/${Target}`);
    relations.set(Id, { type: posix.basename(Type), target: TargetMode === "External" ? Target : inside });
  });
  return relations;
}

/** `xl/worksheets/../comments1.xml` is `xl/comments1.xml`. What leads out of the archive ends at its top. */
function partAt(path: string): string {
  const names: string[] = [];
  for (const name of path.split("/")) {
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return names.join("/");
}

export type Attributes = Record<string, string>;

interface PartHandlers {
  open(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Names without the prefix of their namespace, which some writers use. */
export function parsePart(part: string, { open, close, text }: PartHandlers): void {
  const parser = untrustedXmlParser((what) => {
    throw new WrongArchive(`The spreadsheet is broken: ${what.replace(/\.$/, "")}.`);
  }, /^utf-?(8|16)$/i);
  const plain = (name: string) => name.slice(name.indexOf(":") + 1);
  parser.on("opentag", ({ name, attributes }) => open(plain(name), attributes));
  parser.on("closetag", ({ name }) => close?.(plain(name)));
  parser.on("text", (said) => text?.(said));
  parser.on("cdata", (said) => text?.(said));
  parser.write(part).close();
}

export function eachElement(part: string | undefined, element: string, each: (attributes: Attributes) => void): void {
  if (part === undefined) throw new WrongArchive("The spreadsheet is broken: save it again.");
  parsePart(part, { open: (name, attributes) => name === element && each(attributes) });
}
