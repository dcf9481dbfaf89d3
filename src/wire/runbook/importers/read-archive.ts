// Files that are archives: spreadsheets, and zips of one export or of many features.
import { isSpreadsheet, readSheets } from "../../../lib/formats/spreadsheet.ts";
import { openZip, WrongArchive, type ZipArchive } from "../../../lib/formats/zip.ts";
import { decodeText } from "../../../lib/text/decode-text.ts";
import { type ForeignAsked, type ForeignFile, rankOf, readAnyTable, readForeignTable } from "./read-foreign.ts";
import { LeftOutList } from "./reading/left-out.ts";
import type { TableRow } from "./reading/table.ts";

/** What an archive may unpack to. */
const MOST_UNPACKED = 33_554_432;
/** Spreadsheets of before 2007 begin so. */
const OLD_SHEET = [0xd0, 0xcf, 0x11, 0xe0];

/** A spreadsheet is read as the table that it holds; of another archive the bytes of the file inside it. Throws a `WrongArchive`. */
export function readArchive(bytes: Uint8Array, asked: ForeignAsked): ForeignFile | Uint8Array {
  const archive = openZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), MOST_UNPACKED);
  return isSpreadsheet(archive) ? readSpreadsheet(archive, asked) : unpacked(archive);
}

export function isOldSheet(bytes: Uint8Array): boolean {
  return OLD_SHEET.every((byte, i) => bytes[i] === byte);
}

function readSpreadsheet(archive: ZipArchive, asked: ForeignAsked): ForeignFile {
  const sheets = readSheets(archive).map(({ name, isHidden, rows }) => ({
    name,
    isHidden,
    rows: rows.map(({ number, ...row }): TableRow => ({ at: { line: number, column: 1 }, ...row })),
  }));
  const full = sheets.filter(({ rows }) => rows.length > 0);
  if (full.length === 0) throw new WrongArchive("The spreadsheet is empty.");
  const seen = full.some(({ isHidden }) => !isHidden) ? full.filter(({ isHidden }) => !isHidden) : full;
  // The first of those whose columns say most clearly what they are: others are covers, lists and notes.
  const ranks = seen.map(({ rows }) => rankOf(rows, asked));
  const { name, rows } = seen[ranks.indexOf(Math.max(...ranks))]!;
  return withOtherSheets(readForeignTable(rows, asked) ?? readAnyTable(rows, asked), full, name);
}

function withOtherSheets(
  read: ForeignFile,
  sheets: readonly { name: string; rows: TableRow[] }[],
  own: string,
): ForeignFile {
  const list = new LeftOutList();
  for (const { name, rows } of sheets) {
    if (name !== own) list.add(`sheet ${name}`, "one sheet of a file is read", rows[0]!.at.line);
  }
  return { ...read, leftOut: [...read.leftOut, ...list.all()] };
}

function unpacked(archive: ZipArchive): Uint8Array {
  const names = archive.names.filter((name) => !/(^|\/)(?:\.|__MACOSX\/)/.test(name));
  const features = names.filter((name) => name.toLowerCase().endsWith(".feature"));
  if (features.length > 0 && features.length === names.length) {
    const texts = features.map((name) => decodeText(archive.read(name)!));
    if (texts.includes(null)) throw new WrongArchive("The file is not UTF-8 text: save it as UTF-8.");
    return Buffer.from(texts.join("\n"));
  }
  if (names.includes("mimetype") || names.some((name) => name.startsWith("Index/"))) {
    throw new WrongArchive("This spreadsheet is in another format than .xlsx: save it as .xlsx or CSV.");
  }
  if (names.length !== 1) throw new WrongArchive("The archive has several files: unpack it, and send one of them.");
  return archive.read(names[0]!)!;
}
