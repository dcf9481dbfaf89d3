// Any other table of test cases: its columns are matched by their names, or as whoever imports it says.
import { plainText } from "../../../../lib/text/html-text.ts";
import type { Importer } from "../reading/importer.ts";
import type { Table, TableRow } from "../reading/table.ts";
import { readTableCases } from "../reading/table-cases.ts";
import { guessColumns } from "./guess-columns.ts";
import { meaningsOf } from "./match-columns.ts";

/** What stands between the names of a path. */
const SEPARATORS = [" > ", " / ", " » ", " → ", "\\", "/"];

export const anyTable: Importer = {
  label: "Table",
  table: {
    recognises: (table) => guessColumns(table).includes("title"),
    read(table, runbook) {
      const meanings = meaningsOf(table, runbook.options);
      readTableCases(table, { meanings, pathOf: pathsOf(table, meanings), clean: plainText }, runbook);
    },
  },
};

/** Several columns of sections stand below each other; one column may hold a whole path. */
function pathsOf(_table: Table, meanings: readonly (string | null)[]): (row: TableRow) => string[] {
  return ({ cells }) => {
    const names = cells.filter((cell, i) => meanings[i] === "section" && cell.trim() !== "");
    return names.flatMap((name) => name.split(SEPARATORS.find((separator) => name.includes(separator)) ?? "\n"));
  };
}
