// What a file is that may be a spreadsheet: one that is read, or one of another kind, which is told in a sentence.
import type { Sheet } from "./spreadsheet.ts";
import { WrongArchive, type ZipArchive } from "./zip.ts";

/** Spreadsheets of before 2007 begin so, and those that a password protects. */
const OLD_SHEET = [0xd0, 0xcf, 0x11, 0xe0];
/** What holds the spreadsheet in one that a password protects. */
const PROTECTED = Buffer.from("EncryptedPackage", "utf16le");

/** Why a spreadsheet is not read that is no archive; null for any other file. */
export function whyNoArchive(bytes: Uint8Array): string | null {
  if (!OLD_SHEET.every((byte, i) => bytes[i] === byte)) return null;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(PROTECTED)
    ? "The spreadsheet is protected by a password: save it without one."
    : "This is a spreadsheet in an old format (.xls): save it as .xlsx or CSV.";
}

export const OTHER_SPREADSHEET = "This spreadsheet is in another format than .xlsx: save it as .xlsx or CSV.";

/** Whether it is a spreadsheet of OpenOffice, of Apple's Numbers, or a binary one of Excel. */
export function isOtherSpreadsheet({ names }: ZipArchive): boolean {
  return names.includes("mimetype") || names.some((name) => name.startsWith("Index/") || name === "xl/workbook.bin");
}

/** The sheets that have something and are shown; where all are hidden, those. Throws a `WrongArchive` where all are empty. */
export function shownSheets(sheets: readonly Sheet[]): Sheet[] {
  const full = sheets.filter(({ rows }) => rows.length > 0);
  if (full.length === 0) throw new WrongArchive("The spreadsheet is empty.");
  const shown = full.filter(({ isHidden }) => !isHidden);
  return shown.length > 0 ? shown : full;
}
