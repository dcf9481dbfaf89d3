// Pasted text as checks: lines of a list, or the cells of a spreadsheet. Each line is a check, a second column its
// instructions. Bullets, numbers and boxes in front of a line are what lists are made of, not part of a title.

/** A check as it was typed or pasted. */
export interface TypedCheck {
  title: string;
  instructions?: string;
}

const BULLET = /^(?:[-*+•‣◦⁃▪●○·–—]|\d{1,4}[.)]|\(?[a-z]\))\s+/i;
const BOX = /^(?:\[[ xX]?\]|[☐☑☒✓✔])\s*/u;

export interface PastedCheck extends TypedCheck {
  /** In the text that was pasted, counted from 1. */
  line: number;
}

/** Whether this is more than one title: what is pasted into a field is taken apart only then. */
export function isSeveral(text: string): boolean {
  return /[\r\n\t]/.test(text.trim());
}

export function parsePasted(text: string): PastedCheck[] {
  const checks: PastedCheck[] = [];
  for (const { cells, line } of recordsOf(text)) {
    const [title = "", ...others] = cells;
    const instructions = others.map((cell) => cell.trim()).filter((cell) => cell !== "");
    const cleaned = plainTitle(title);
    if (cleaned !== "") {
      checks.push({
        title: cleaned,
        line,
        ...(instructions.length === 0 ? {} : { instructions: instructions.join("\n") }),
      });
    } else if (instructions.length > 0) {
      // A row without a title is still something that somebody wrote.
      checks.push({
        title: plainTitle(instructions[0]!),
        line,
        ...(instructions.length === 1 ? {} : { instructions: instructions.slice(1).join("\n") }),
      });
    }
  }
  return checks.filter(({ title }) => title !== "");
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

/** Only if the quotes end where a cell does: a title may begin with a quotation. */
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
