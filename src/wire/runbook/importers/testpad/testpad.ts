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
  isHeading?: true;
}

const LEVELS = ["indent", "level", "depth"];
const TEXTS = ["text", "case", "test", "title", "description", "prompt"];
/** Where a line stands among others is its place in the file. */
const NUMBERS = new Set(["number", "no", "row", "nr"]);
/** A line with a key of our own runbook format, which an outline doesn't have: the file is a runbook, perhaps one with mistakes. */
const OWN_WORDS = /^[^\S\r\n]*(?:-\s+)?["']?(?:name|platforms|sections|checks|title|ref|instructions)["']?\s*:/m;
/** A text that begins so is YAML, JSON or XML. */
const OTHER_START = /^(?:-{3}\s|[[{<%&!|>])/;
/** What makes an outline of lines: some stand further in, are items of a list, or headings. */
const OUTLINED = /^(?:[\t ]+\S|[-*•]\s|#{1,6}\s)/m;
const HEADING = /^(#{1,6})\s+(\S.*)$/s;
/** A heading may be closed with them, too. */
const SIGNS_BEHIND = /(?<!#)#+$/;
const ITEM = /^[-*•]\s+(?:\[([ xX])\]\s+)?/;
const TAB_WIDTH = 4;

export const testpad: Importer = {
  label: "Testpad",
  table: {
    recognises: (table) => table.hasAny(...LEVELS) && table.hasAny(...TEXTS) && !table.hasAny("ref", "key"),
    read(table, runbook) {
      const rows = rowsOf(table);
      for (const { line, others } of rows.filter(({ text }) => text === "")) {
        for (const { field } of others) runbook.leaveOut(field, "its line has no text", { line, column: 1 });
      }
      readOutline(
        rows.filter(({ text }) => text !== ""),
        runbook,
      );
    },
  },
  text: {
    recognises(text) {
      const start = text.slice(0, 65_536);
      return OUTLINED.test(start) && !OWN_WORDS.test(start) && !OTHER_START.test(start.trimStart());
    },
    read(text, runbook) {
      const rows = text.split(/\r\n|\r|\n/).map((line, i) => outlineRow(line, i + 1));
      readOutline(
        rows.filter((row) => row.text !== ""),
        runbook,
      );
    },
  },
};

/** An item of a list is below the line above it; headings are above all else. */
function outlineRow(line: string, number: number): OutlineRow {
  const said = line.trim();
  const [, signs, heading] = HEADING.exec(said) ?? [];
  if (signs !== undefined) {
    const text = heading!.replace(SIGNS_BEHIND, "").trimEnd() || heading!;
    return { line: number, level: signs.length - 10, text, others: [], isHeading: true };
  }
  const item = ITEM.exec(said);
  const others = /x/i.test(item?.[1] ?? "") ? [{ field: "box", value: "ticked" }] : [];
  return { line: number, level: 2 * widthOf(line) + (item === null ? 0 : 1), text: said.replace(ITEM, ""), others };
}

/** How far a line is indented: only what is further than the line above counts. */
function widthOf(line: string): number {
  const [blanks] = /^[\t ]*/.exec(line)!;
  return [...blanks].reduce((width, char) => width + (char === "\t" ? TAB_WIDTH : 1), 0);
}

function rowsOf(table: Table): OutlineRow[] {
  const keys = table.columns((key) => key);
  const [level, text] = [LEVELS, TEXTS].map((names) => keys.findIndex((key) => names.includes(key)));
  return table.rows.map(({ at, cells }) => ({
    line: at.line,
    level: Number.parseInt(cells[level!] ?? "", 10) || 0,
    text: (cells[text!] ?? "").trim(),
    others: cells
      .map((value, i) => ({ field: table.names[i] ?? `column ${i + 1}`, value, key: keys[i] ?? "", i }))
      .filter(({ value, key, i }) => i !== level && i !== text && !NUMBERS.has(key) && value.trim() !== ""),
  }));
}

function readOutline(rows: readonly OutlineRow[], runbook: ForeignRunbook): void {
  const above: OutlineRow[] = [];
  for (const [i, row] of rows.entries()) {
    while (above.length > 0 && above.at(-1)!.level >= row.level) above.pop();
    const at = { line: row.line, column: 1 };
    const isAbove = (rows[i + 1]?.level ?? row.level) > row.level;
    if (row.isHeading || isAbove) {
      above.push({ ...row, text: row.text.replace(/:$/, "").trimEnd() });
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
