// The lines of a description in Markdown that its author says in their own voice: without comments (templates are full of
// them), code and quotations. One pass, whatever stands in it.

export function proseLines(markdown: string): string[] {
  const lines: string[] = [];
  let fence: string | null = null;
  for (const line of withoutComments(markdown).split("\n")) {
    const start = line.trimStart().slice(0, 3);
    if (fence !== null) {
      if (start === fence) fence = null;
    } else if (start === "```" || start === "~~~") fence = start;
    else if (!start.startsWith(">")) for (const part of withoutCode(line)) lines.push(part);
  }
  return lines;
}

/** What stands before, between and after them on lines of their own; one that never ends goes to the end. */
function withoutComments(text: string): string {
  let kept = "";
  for (let from = 0; ; ) {
    const start = text.indexOf("<!--", from);
    if (start === -1) return kept + text.slice(from);
    kept += `${text.slice(from, start)}\n`;
    const end = text.indexOf("-->", start + 4);
    if (end === -1) return kept;
    from = end + 3;
  }
}

/** What stands between two backticks is code; one without another is itself. */
function withoutCode(line: string): string[] {
  const parts = line.split("`");
  return parts.filter((_, i) => i % 2 === 0 || i === parts.length - 1);
}
