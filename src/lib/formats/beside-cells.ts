// What a sheet has beside the texts that its cells show: comments, targets of links, and pictures. Only that it is there, and where.
import { columnNumber } from "./merged-cells.ts";
import type { CellLink, Sheet } from "./spreadsheet.ts";
import { parsePart, relationsOf, spreadsheetPart } from "./spreadsheet-parts.ts";
import type { ZipArchive } from "./zip.ts";

const CELL = /^([A-Z]{1,3})(\d{1,7})/;
/** As long as a spreadsheet allows. */
const MAX_ADDRESS = 2_083;

/** Throws a `WrongArchive`. */
export function eachBesideCells(archive: ZipArchive, sheet: Sheet, each: (what: string, row: number) => void): void {
  const relations = relationsOf(archive, sheet.path);
  const partsOf = (type: string) => {
    const targets = [...relations.values()].filter((one) => one.type === type).map(({ target }) => target);
    // One that is missing says nothing, and one that is named twice no more than once.
    return [...new Set(targets)].flatMap((target) => spreadsheetPart(archive, target) ?? []);
  };
  const inThreads = new Set<string>();
  for (const part of partsOf("threadedComment")) {
    eachComment(part, "threadedComment", (cell) => {
      inThreads.add(cell);
      each("comment of a cell", rowOf(cell));
    });
  }
  for (const part of partsOf("comments")) {
    // Programs that know no threads find a note with the text of one in its cell.
    eachComment(part, "comment", (cell) => inThreads.has(cell) || each("comment of a cell", rowOf(cell)));
  }
  const texts = new Map(sheet.rows.map(({ number, cells }) => [number, cells]));
  for (const link of sheet.links) {
    const target = relations.get(link.relation)?.target ?? link.target;
    if (!isShown(texts, { ...link, target })) each("link of a cell", rowOf(link.cell));
  }
  for (const part of partsOf("drawing")) eachDrawing(part, (row) => each("picture or drawing", row));
}

/** A comment without a text says nothing. */
function eachComment(part: string, element: "comment" | "threadedComment", each: (cell: string) => void): void {
  let [cell, hasText] = ["", false];
  let isText = false;
  parsePart(part, {
    open(name, { ref = "" }) {
      if (name === element) [cell, hasText] = [ref, false];
      isText = name === "t" || name === "text";
    },
    close(name) {
      isText = false;
      if (name === element && hasText) each(cell);
    },
    text(said) {
      hasText ||= isText && said.trim() !== "";
    },
  });
}

/** Pictures, charts and shapes, each by the row that it begins in. */
function eachDrawing(part: string, each: (row: number) => void): void {
  let row = 1;
  let isFrom = false;
  let isRow = false;
  parsePart(part, {
    open(name) {
      if (name.endsWith("Anchor")) row = 1;
      if (name === "from") isFrom = true;
      isRow = isFrom && name === "row";
    },
    close(name) {
      isRow = false;
      if (name === "from") isFrom = false;
      else if (name.endsWith("Anchor")) each(row);
    },
    text(said) {
      if (isRow && /^\d{1,7}$/.test(said)) row = Number(said) + 1;
    },
  });
}

/** Whether the cell shows the address that it leads to. */
function isShown(texts: ReadonlyMap<number, readonly string[]>, { cell, target }: CellLink): boolean {
  if (target.length > MAX_ADDRESS) return false;
  const [, letters = ""] = CELL.exec(cell) ?? [];
  const text = texts.get(rowOf(cell))?.[columnNumber(letters)] ?? "";
  return ["", text, `${text}/`, `mailto:${text}`].includes(target);
}

/** The first where it does not say. */
function rowOf(cell: string): number {
  return Number(CELL.exec(cell)?.[2] ?? 1);
}
