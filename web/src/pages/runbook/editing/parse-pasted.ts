// Pasted text as checks: lines of a list, or the cells of a spreadsheet. Each line is a check, a second column its
// instructions. Bullets, numbers and boxes in front of a line are what lists are made of, not part of a title. A first row
// that names the columns is no check; the column that it calls title has the titles, and a row without one is no check either.

/** A check as it was typed or pasted. */
export interface TypedCheck {
  title: string;
  instructions?: string;
}

const BULLET = /^(?:[-*+•‣◦⁃▪●○·–—]|\d{1,4}[.)]|\(?[a-z]\))\s+/i;
const BOX = /^(?:\[[ xX]?\]|[☐☑☒✓✔])\s*/u;

/** Headings of columns that hold titles. */
const TITLE = /^(?:(?:check|test|test ?case|case|scenario)s?(?: (?:title|name))?|title|name|summary|what to check)$/;
/** How the only column of a sheet is called. Other words may as well be the first line of a list. */
const ONLY_COLUMN = /^(?:checks?|titles?|test ?cases?)$/i;
/** How other columns of sheets with checks are called. */
const OTHER =
  /^(?:instructions?|(?:test )?steps?|how(?: to(?: check| test)?)?|descriptions?|details?|notes?|comments?|expected(?: results?)?|results?|pre-?conditions?|section|area|module|category|folder|suite|ref|id|(?:check|test|test ?case|case) id|#|no\.?|nr\.?|number|priority|type|tags?|labels?|platforms?|status)$/;

/** Lines that a message names. */
const MAX_NAMED = 5;

export interface PastedCheck extends TypedCheck {
  /** The line in the pasted text, counted from 1. */
  line: number;
}

export interface Pasted {
  checks: PastedCheck[];
  /** The names of the columns, when the first row had them: they are left out. */
  header: string[] | null;
  /** The lines of rows that have something, but nothing in the column of the titles: they are left out. */
  untitled: number[];
}

/** Whether this is more than one title: what is pasted into a field is taken apart only then. */
export function isSeveral(text: string): boolean {
  return /[\r\n\t]/.test(text.trim());
}

export function parsePasted(text: string): Pasted {
  const checks: PastedCheck[] = [];
  const untitled: number[] = [];
  const records = recordsOf(text).filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  const names = headerOf(records.map(({ cells }) => cells));
  const at = names === null ? 0 : names.findIndex((name) => TITLE.test(plainName(name)));
  for (const { cells, line } of names === null ? records : records.slice(1)) {
    const title = cells[at] ?? "";
    const others = cells.toSpliced(at, 1);
    const instructions = others.map((cell) => cell.trim()).filter((cell) => cell !== "");
    const cleaned = plainTitle(title);
    if (cleaned !== "") {
      checks.push({
        title: cleaned,
        line,
        ...(instructions.length === 0 ? {} : { instructions: instructions.join("\n") }),
      });
    } else if (names !== null) {
      untitled.push(line);
    } else if (instructions.length > 0) {
      // Where no column is known to have the titles, the first words are one.
      checks.push({
        title: plainTitle(instructions[0]!),
        line,
        ...(instructions.length === 1 ? {} : { instructions: instructions.slice(1).join("\n") }),
      });
    }
  }
  const header = names?.map((name) => name.trim()).filter((name) => name !== "") ?? null;
  return { checks: checks.filter(({ title }) => title !== ""), header, untitled };
}

/** Says which rows of a sheet became no check. */
export function leftOutText({ header, untitled }: Pasted): string {
  if (header === null) return "";
  const columns = `${header.length === 1 ? "column" : "columns"} (${header.join(", ")})`;
  const first = ` The first row was left out: it names the ${columns}.`;
  if (untitled.length === 0) return first;
  const lines = `${untitled.slice(0, MAX_NAMED).join(", ")}${untitled.length > MAX_NAMED ? " and more" : ""}`;
  return untitled.length === 1
    ? `${first} Line ${lines} was left out, too: it has no title.`
    : `${first} ${untitled.length} rows were left out, too: they have no title (lines ${lines}).`;
}

/** The first row of a sheet, if it names its columns: all by names that columns have, one of them the title. */
function headerOf([first, ...others]: readonly string[][]): string[] | null {
  if (first === undefined || others.length === 0) return null;
  if ([first, ...others].every((cells) => cells.length === 1)) {
    const isList = others.every(([cell = ""]) => !TITLE.test(plainName(cell)) && !OTHER.test(plainName(cell)));
    return isList && ONLY_COLUMN.test(first[0]!.trim()) ? first : null;
  }
  const names = first.map(plainName).filter((name) => name !== "");
  const isNamed = names.length > 1 && names.every((name) => TITLE.test(name) || OTHER.test(name));
  return isNamed && names.some((name) => TITLE.test(name)) ? first : null;
}

function plainName(cell: string): string {
  return cell
    .replaceAll(/[\s_]+/g, " ")
    .replaceAll(/[*:]/g, "")
    .trim()
    .toLowerCase();
}

function plainTitle(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.replace(BULLET, "").replace(BOX, "").trim();
}

/** Cells as spreadsheets copy them: tabs between them, and quotes around those that hold quotes or line breaks. */
function recordsOf(text: string): { cells: string[]; line: number }[] {
  const records: { cells: string[]; line: number }[] = [];
  let cells: string[] = [];
  let cell = "";
  let line = 1;
  let begin = 1;
  let i = 0;
  const endCell = () => {
    cells.push(cell);
    cell = "";
  };
  const endRecord = () => {
    endCell();
    records.push({ cells, line: begin });
    cells = [];
  };
  while (i < text.length) {
    const quoted = cell === "" && text[i] === '"' ? quotedCell(text, i) : null;
    if (quoted !== null) {
      cell = quoted.text;
      line += countLines(text.slice(i, quoted.end));
      i = quoted.end;
      continue;
    }
    const char = text[i]!;
    i++;
    if (char === "\t") endCell();
    else if (char === "\n" || char === "\r") {
      if (char === "\r" && text[i] === "\n") i++;
      endRecord();
      line++;
      begin = line;
    } else cell += char;
  }
  endRecord();
  return records;
}

/** A cell in quotes, if they end where the cell does: a title may begin with a quotation. */
function quotedCell(text: string, start: number): { text: string; end: number } | null {
  let cell = "";
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] !== '"') cell += text[i];
    else if (text[i + 1] === '"') {
      cell += '"';
      i++;
    } else {
      const next = text[i + 1];
      return next === undefined || next === "\t" || next === "\n" || next === "\r" ? { text: cell, end: i + 1 } : null;
    }
  }
  return null;
}

function countLines(text: string): number {
  return text.split(/\r\n|\r|\n/).length - 1;
}
