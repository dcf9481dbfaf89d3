// Text for messages and cards of Microsoft Teams, which read Markdown: shown there as it was written.

const ENTITY: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
/** What makes emphasis, links, code and headings wherever it stands. */
const MARKS = "\\`*_~[]()#|!";

/** A line with its marks escaped, also those that would begin a list. */
export function escapeCardText(line: string): string {
  let escaped = "";
  for (const char of line) escaped += MARKS.includes(char) ? `\\${char}` : (ENTITY[char] ?? char);
  const digits = leadingDigits(escaped);
  const mark = escaped[digits] ?? "";
  const begins = digits === 0 ? mark === "-" || mark === "+" : mark === ".";
  return begins ? `${escaped.slice(0, digits)}\\${escaped.slice(digits)}` : escaped;
}

function leadingDigits(text: string): number {
  let i = 0;
  while (i < text.length && text[i]! >= "0" && text[i]! <= "9") i++;
  return i;
}
