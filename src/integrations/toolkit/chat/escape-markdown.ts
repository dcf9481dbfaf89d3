// What people wrote, in a message that is read as Markdown: shown as it was written, and nobody is mentioned by it.

const MARKS = "\\`*_~[]()#|!>";
/** An invisible character to put behind an @, so that it mentions nobody. */
const NO_NAME = "\u200b";

/** What would begin a list, a quote or a number at the beginning of a line is escaped, too. */
export function escapeMarkdown(text: string): string {
  return text
    .split("\n")
    .map((line) => escapeLine(line))
    .join("\n");
}

function escapeLine(line: string): string {
  let escaped = "";
  for (const char of line) escaped += char === "@" ? `@${NO_NAME}` : MARKS.includes(char) ? `\\${char}` : char;
  return escaped.replace(/^(\s*)([-+]|\d+(?=[.)]))/, (_, space: string, mark: string) =>
    /\d/.test(mark) ? `${space}${mark}\\` : `${space}\\${mark}`,
  );
}
