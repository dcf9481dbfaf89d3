// JSON with line breaks and indents, every other character as it was sent: numbers keep their digits, keys their order.
const INDENT = "  ";

/** The text indented as JSON; unchanged if it is none. */
export function prettyJson(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  return indented(text);
}

function indented(text: string): string {
  const out: string[] = [];
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g)) {
    if (token === "{" || token === "[") out.push(token, newLine(++depth));
    else if (token === "}" || token === "]") closeWith(out, token, newLine(--depth));
    else if (token === ",") out.push(token, newLine(depth));
    else out.push(token === ":" ? ": " : token);
  }
  return out.join("");
}

/** Closes a bracket; empty ones stay on one line. */
function closeWith(out: string[], token: string, line: string): void {
  const isEmpty = /^[[{]$/.test(out.at(-2) ?? "") && out.at(-1)?.startsWith("\n") === true;
  if (isEmpty) out.pop();
  else out.push(line);
  out.push(token);
}

function newLine(depth: number): string {
  return `\n${INDENT.repeat(depth)}`;
}
