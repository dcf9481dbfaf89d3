// What an importer is: how files of one tool are recognised, and how the cases in them are read.
import type { TextPosition, Tree } from "../../../../lib/formats/text-tree.ts";
import type { XmlElement } from "../../../../lib/formats/xml-tree.ts";
import type { ForeignRunbook } from "./foreign-runbook.ts";
import type { Table } from "./table.ts";

export interface JsonDocument {
  tree: Tree;
  placeOf(at: number): TextPosition;
}

interface WayToRead<Source> {
  recognises(source: Source): boolean;
  /** Puts what the file has into the runbook, and tells it what has no place there. Throws a `WrongFile`. */
  read(source: Source, runbook: ForeignRunbook): void;
}

/** A tool's files may be tables (CSV), XML, JSON or plain text. */
export interface Importer {
  /** The importer's name for people. */
  label: string;
  table?: WayToRead<Table>;
  xml?: WayToRead<XmlElement>;
  json?: WayToRead<JsonDocument>;
  text?: WayToRead<string>;
}
