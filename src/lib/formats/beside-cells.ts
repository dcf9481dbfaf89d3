// What a sheet has beside the texts that its cells show: comments, targets of links, and pictures. Only that it is there, and where.
import { cellAt } from "./merged-cells.ts";
import type { Sheet } from "./spreadsheet.ts";
import { parsePart, relationsOf, spreadsheetPart } from "./spreadsheet-parts.ts";
import type { ZipArchive } from "./zip.ts";

/** The longest address that spreadsheets allow. */
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
      each("comment of a cell", cellAt(cell).row);
    });
  }
  for (const part of partsOf("comments")) {
    // Programs that know no threads find a note with the text of one in its cell.
    eachComment(part, "comment", (cell) => inThreads.has(cell) || each("comment of a cell", cellAt(cell).row));
  }
  const texts = new Map(sheet.rows.map(({ number, cells }) => [number, cells]));
  const linked = new Set<string>();
  for (const { row, column, relation, target } of sheet.links) {
    const isTold = linked.has(`${row} ${column}`);
    linked.add(`${row} ${column}`);
    const text = texts.get(row)?.[column] ?? "";
    if (!isTold && !isShown(text, relations.get(relation)?.target ?? target)) each("link of a cell", row);
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
function isShown(text: string, target: string): boolean {
  return target.length <= MAX_ADDRESS && ["", text, `${text}/`, `mailto:${text}`].includes(target);
}
