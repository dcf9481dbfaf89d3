// Spreadsheets as programs are told to write them, and what such a program is.
import { exportRows } from "../../test/support/samples/export-samples.ts";

/** A text, or what a program keeps otherwise than as a text. */
export type Cell =
  | string
  | { number: number; format?: string }
  /** As `2026-03-02`. */
  | { date: string; format: string }
  | { yes: boolean }
  /** `shown` is its value, for programs that don't work it out. */
  | { formula: string; shown: string }
  | { text: string; link: string }
  | { text: string; note: string }
  /** Parts of one text; every second is bold. */
  | { parts: string[] };

export interface Sheet {
  name: string;
  isHidden?: true;
  rows: Cell[][];
  /** As `A1:D1`. */
  merged?: string[];
}

export interface Writer {
  name: string;
  /** In the names of files. */
  key: string;
  /** What has to be there for it: packages of npm with their versions, or what Debian calls them. */
  npm?: string;
  debian?: string;
  /** A shell's, in a folder with `book.json` and, for those that only save again what another wrote, `other.xlsx`: they write `book.xlsx`. */
  command: string;
  files?: Record<string, string>;
  /** Prints its version. */
  version: string;
}

const HEAD = ["ID", "Bereich", "Titel", "Schritte", "Erwartetes Ergebnis", "Fällig", "Begonnen", "Aufwand", "Anteil"];

/** What people write themselves: a cover, sections over several rows, and cells of all kinds. own.csv says what it means. */
const OWN: Sheet[] = [
  { name: "Deckblatt", rows: [["Prüfplan für den Laden"], ["Verfasst von", "Ann"]], merged: ["A1:D1"] },
  {
    name: "Fälle",
    rows: [
      [...HEAD, "Automatisch"],
      [
        { number: 7, format: "000" },
        "Kasse",
        "Bücher kaufen",
        '1. „Öffnen“ drücken\n2. ein Buch wählen\n3. <b> & "c" zahlen',
        "Das Geld ist weg;\ndas Buch ist da",
        { date: "2026-03-02", format: "yyyy-mm-dd" },
        { date: "2025-12-31", format: "dd.mm.yyyy" },
        { number: 1.5 },
        { number: 0.25, format: "0%" },
        { yes: true },
      ],
      [
        { number: 8, format: "000" },
        "",
        { parts: ["Gutschein ", "zweimal", " einlösen"] },
        { formula: '"einlösen"&" und "&"zahlen"', shown: "einlösen und zahlen" },
        "abgelehnt",
        { date: "2026-03-03", format: "yyyy-mm-dd" },
        "",
        { number: 1200 },
        { number: 0.125, format: "0.0%" },
        { yes: false },
      ],
      [
        { number: 12, format: "000" },
        { text: "Suche", note: "Nur mit Umlauten" },
        { text: "Nach Ä suchen", link: "https://wiki.example.com/suche" },
        "  「検索」 öffnen 🔎",
        "'=Ä' steht da",
        "",
        "",
        { number: 0.1 },
        { number: 1, format: "0%" },
        "",
      ],
    ],
    merged: ["B2:B3"],
  },
  { name: "Alt", isHidden: true, rows: [HEAD, ["1", "Kasse", "Scheck annehmen"]] },
];

/** By the names of the tables that they are to mean the same as. */
export const BOOKS: Record<string, Sheet[]> = {
  testrail: [{ name: "Cases", rows: exportRows("testrail.csv") }],
  qase: [{ name: "Cases", rows: exportRows("qase.csv") }],
  own: OWN,
};
