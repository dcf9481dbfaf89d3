// Any other table of test cases: its columns are matched by their names, or as whoever imports it says.
import { withoutHtml } from "../../../../lib/text/html-text.ts";
import { WrongFile } from "../reading/foreign-runbook.ts";
import type { Importer } from "../reading/importer.ts";
import { Table, type TableRow } from "../reading/table.ts";
import { readTableCases } from "../reading/table-cases.ts";
import { guessColumns } from "./guess-columns.ts";
import { meaningsOf } from "./match-columns.ts";
import { numberedColumns, stepsInColumns } from "./numbered-columns.ts";
import { withHeadings, withNamesAbove } from "./section-rows.ts";

/** Deeper than anybody's sections, and more than the components of an issue. */
const MOST_LEVELS = 50;
/** What stands between the names of a path. */
const SEPARATORS = [" > ", " / ", " » ", " → ", "\\"];
/** A name may have it, too (I/O): it counts where most rows have one. */
const SLASH = "/";

export const anyTable: Importer = {
  label: "Table",
  table: {
    recognises: (table) => guessColumns(table).includes("title"),
    read(whole, runbook) {
      const meanings = meaningsOf(whole, runbook.options);
      if (meanings.filter((meaning) => meaning === "section").length > MOST_LEVELS) {
        throw new WrongFile(whole.header.at, `at most ${MOST_LEVELS} columns may name sections`);
      }
      const table = new Table(whole.header, withNamesAbove(withHeadings(whole.rows, meanings), meanings));
      const numbered = numberedColumns(table, meanings);
      const reading = {
        meanings: meanings.map((meaning, i) => (numbered[i] === null ? meaning : "said")),
        pathOf: pathsOf(table, meanings),
        clean: withoutHtml,
        stepsOf: stepsInColumns(table, meanings),
      };
      readTableCases(table, reading, runbook);
    },
  },
};

/** Several columns of sections stand below each other; one column may hold a whole path. */
function pathsOf({ rows }: Table, meanings: readonly (string | null)[]): (row: TableRow) => string[] {
  const namesOf = ({ cells }: TableRow) => cells.filter((cell, i) => meanings[i] === "section" && cell.trim() !== "");
  const named = rows.map(namesOf).filter((names) => names.length > 0);
  const withSlash = named.filter((names) => names.some(isSlashed)).length;
  const separators = withSlash * 2 > named.length ? [...SEPARATORS, SLASH] : SEPARATORS;
  return (row) =>
    namesOf(row).flatMap((name) => name.split(separators.find((separator) => name.includes(separator)) ?? "\n"));
}

/** Letters alone on both sides of it are an abbreviation (N/A). */
function isSlashed(name: string): boolean {
  return name.includes(SLASH) && !/^\p{L}\/\p{L}$/u.test(name.trim());
}
