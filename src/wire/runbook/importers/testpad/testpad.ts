// Testpad: a script is an outline. A line with others below it is a heading; the others are the cases.
import { emptyCase, keepAside } from "../reading/foreign-case.ts";
import type { ForeignRunbook } from "../reading/foreign-runbook.ts";
import type { Importer } from "../reading/importer.ts";
import type { Table } from "../reading/table.ts";

interface OutlineRow {
  line: number;
  level: number;
  text: string;
  others: { field: string; value: string }[];
}

const LEVELS = ["indent", "level", "depth"];
const TEXTS = ["text", "case", "test", "title", "description", "prompt"];
const NUMBERS = new Set(["number", "no", "row", "id", "nr"]);
/** A line that begins so is no outline but YAML, JSON or XML. */
const OTHER_START = /^(?:[\w"'-]+:(?:\s|$)|-{3}|[-?]\s|[[{<#%&*!|>])/;
const TAB_WIDTH = 4;

export const testpad: Importer = {
  label: "Testpad",
  table: {
    recognises: (table) => table.hasAny(...LEVELS) && table.hasAny(...TEXTS) && !table.hasAny("ref", "key"),
    read: (table, runbook) => readOutline(rowsOf(table), runbook),
  },
  text: {
    recognises(text) {
      const lines = text
        .slice(0, 65_536)
        .split(/\r\n|\r|\n/)
        .filter((line) => line.trim() !== "");
      return lines.some((line) => /^[\t ]/.test(line)) && !lines.some((line) => OTHER_START.test(line));
    },
    read(text, runbook) {
      const rows = text.split(/\r\n|\r|\n/).map((line, i) => ({
        line: i + 1,
        level: widthOf(line),
        text: line.trim().replace(/^[-*•]\s+/, ""),
        others: [],
      }));
      readOutline(
        rows.filter((row) => row.text !== ""),
        runbook,
      );
    },
  },
};

/** How far a line is indented: only what is further than the line above counts. */
function widthOf(line: string): number {
  const [blanks] = /^[\t ]*/.exec(line)!;
  return [...blanks].reduce((width, char) => width + (char === "\t" ? TAB_WIDTH : 1), 0);
}

function rowsOf(table: Table): OutlineRow[] {
  const keys = table.columns((key) => key);
  const [level, text] = [LEVELS, TEXTS].map((names) => keys.findIndex((key) => names.includes(key)));
  return table.rows
    .map(({ at, cells }) => ({
      line: at.line,
      level: Number.parseInt(cells[level!] ?? "", 10) || 0,
      text: (cells[text!] ?? "").trim(),
      others: cells
        .map((value, i) => ({ field: table.names[i] ?? `column ${i + 1}`, value, key: keys[i] ?? "", i }))
        .filter(({ value, key, i }) => i !== level && i !== text && !NUMBERS.has(key) && value.trim() !== ""),
    }))
    .filter((row) => row.text !== "");
}

function readOutline(rows: readonly OutlineRow[], runbook: ForeignRunbook): void {
  const above: OutlineRow[] = [];
  for (const [i, row] of rows.entries()) {
    while (above.length > 0 && above.at(-1)!.level >= row.level) above.pop();
    const at = { line: row.line, column: 1 };
    const isHeading = (rows[i + 1]?.level ?? 0) > row.level;
    if (isHeading) {
      above.push(row);
      runbook.section(
        above.slice(0, 50).map(({ text }) => text),
        at,
      );
      for (const { field } of row.others) runbook.leaveOut(field, "a section has no such field", at);
      continue;
    }
    const one = { ...emptyCase(at), title: row.text, path: above.slice(0, 50).map(({ text }) => text) };
    for (const { field, value } of row.others) keepAside(one, field, value);
    runbook.add(one);
  }
}
