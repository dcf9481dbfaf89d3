// Files that are archives: spreadsheets, and zips of one export or of many features.
import { MAX_UNPACKED_BYTES } from "../../../domain/limits.ts";
import { eachBesideCells } from "../../../lib/formats/beside-cells.ts";
import { isSpreadsheet, readSheets, type Sheet } from "../../../lib/formats/spreadsheet.ts";
import { isOtherSpreadsheet, OTHER_SPREADSHEET, shownSheets } from "../../../lib/formats/spreadsheet-file.ts";
import { openZip, WrongArchive, type ZipArchive } from "../../../lib/formats/zip.ts";
import { decodeText } from "../../../lib/text/decode-text.ts";
import { type ForeignAsked, type ForeignFile, rankOf, readAnyTable, readForeignTable } from "./read-foreign.ts";
import { LeftOutList } from "./reading/left-out.ts";
import type { TableRow } from "./reading/table.ts";

/** A spreadsheet is read as the table that it holds; of another archive the bytes of the file inside it. Throws a `WrongArchive`. */
export function readArchive(bytes: Uint8Array, asked: ForeignAsked): ForeignFile | Uint8Array {
  const archive = openZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), MAX_UNPACKED_BYTES);
  return isSpreadsheet(archive) ? readSpreadsheet(archive, asked) : unpacked(archive);
}

function readSpreadsheet(archive: ZipArchive, asked: ForeignAsked): ForeignFile {
  const sheets = readSheets(archive);
  const seen = shownSheets(sheets);
  // The first of those whose columns say most clearly what they are: others are covers, lists and notes.
  const ranks = seen.map((sheet) => rankOf(tableRowsOf(sheet), asked));
  const own = seen[ranks.indexOf(Math.max(...ranks))]!;
  const rows = tableRowsOf(own);
  const read = readForeignTable(rows, asked) ?? readAnyTable(rows, asked);
  const list = new LeftOutList();
  eachBesideCells(archive, own, (what, row) => list.add(what, "only what cells show is read", row));
  for (const sheet of sheets) {
    const isEmpty = sheet.rows.length === 0 && !sheet.hasDrawing;
    if (sheet !== own && !isEmpty)
      list.add(`sheet ${sheet.name}`, "one sheet of a file is read", sheet.rows[0]?.number ?? 1);
  }
  return { ...read, leftOut: [...read.leftOut, ...list.all()] };
}

function tableRowsOf({ rows }: Sheet): TableRow[] {
  return rows.map(({ number, ...row }) => ({ at: { line: number, column: 1 }, ...row }));
}

function unpacked(archive: ZipArchive): Uint8Array {
  const names = archive.names.filter((name) => !/(^|\/)(?:\.|__MACOSX\/)/.test(name));
  const features = names.filter((name) => name.toLowerCase().endsWith(".feature"));
  if (features.length > 0 && features.length === names.length) {
    const texts = features.map((name) => decodeText(archive.read(name)!));
    if (texts.includes(null)) throw new WrongArchive("The file is not UTF-8 text: save it as UTF-8.");
    return Buffer.from(texts.join("\n"));
  }
  if (isOtherSpreadsheet(archive)) throw new WrongArchive(OTHER_SPREADSHEET);
  if (names.length !== 1) throw new WrongArchive("The archive has several files: unpack it, and send one of them.");
  return archive.read(names[0]!)!;
}
