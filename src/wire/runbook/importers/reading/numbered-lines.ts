// Texts with a number at the beginning of each, one below the other.

/** `1. open`, `1) open`, `1.open`, `Step 1: open`; 1.5 is no number of a line. */
const NUMBERED =
  /^\s*(?:(?<bare>\d{1,4})(?:\.\)|[.)])|(?:step|schritt|étape|paso|passo|stap)\s*(?<named>\d{1,4})\s*[:.)–-])(?<gap>\s+|(?!\d))(?<rest>.*)$/isu;
/** Matches a line at whose end the quotes close. */
const CLOSED = /(?:^|[^\\])"\s*$/;

/** The texts behind 1, 2, 3 and so on, in their order; null for a text that is not numbered so. */
export function numberedLines(text: string): string[] | null {
  return linesBy(text, (number, above) => number === above + 1);
}

/** The texts by their rising numbers, of which some may be missing; null for a text that does not begin with one up to `most`. */
export function linesByNumber(text: string, most: number): string[] | null {
  return linesBy(text, (number, above) => number > above && number <= most);
}

/** Empty texts where a number is missing. What spans several lines in quotes has no numbers inside it. */
function linesBy(text: string, isNext: (number: number, above: number) => boolean): string[] | null {
  const lines = text.replaceAll(/\r\n?/g, "\n").trim().split("\n");
  return itemsOf(lines, isNext, true) ?? itemsOf(lines, isNext, false);
}

/** Null where the quotes do not close, too. */
function itemsOf(
  lines: readonly string[],
  isNext: (number: number, above: number) => boolean,
  minded: boolean,
): string[] | null {
  const items: string[][] = [];
  let isOpen = false;
  let isGlued = false;
  for (const line of lines) {
    const found: NumberedLine | null = isOpen ? null : numberOf(line);
    if (found !== null && isNext(found.number, items.length)) {
      while (items.length < found.number - 1) items.push([]);
      items.push([found.rest]);
      isGlued ||= found.isGlued;
      isOpen = minded && found.rest.startsWith('"') && !CLOSED.test(found.rest.slice(1));
    } else if (items.length === 0) return null;
    else {
      items.at(-1)!.push(line.trim());
      isOpen = isOpen && !CLOSED.test(line);
    }
  }
  // One alone may be a name, such as 1.x.
  return isOpen || (isGlued && items.length === 1) ? null : items.map((item) => item.join("\n").trim());
}

interface NumberedLine {
  number: number;
  rest: string;
  /** Whether nothing separates them. */
  isGlued: boolean;
}

/** Null for a line that begins with no number. */
function numberOf(line: string): NumberedLine | null {
  const { bare, named, gap, rest } = NUMBERED.exec(line)?.groups ?? {};
  if (rest === undefined) return null;
  return { number: Number(bare ?? named), rest, isGlued: gap === "" && rest !== "" };
}

/** Texts of which each begins with the number of its place, without those: whoever lists them numbers them again. */
export function withoutPlaces(texts: readonly string[]): string[] {
  const said = texts.map((text, i) => ({ text, place: i + 1 })).filter(({ text }) => text !== "");
  const isNumbered = said.length > 1 && said.every(({ text, place }) => numberOf(firstLine(text))?.number === place);
  return isNumbered
    ? texts.map((text) => (text === "" ? "" : numberOf(firstLine(text))!.rest + text.slice(firstLine(text).length)))
    : [...texts];
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0]!;
}
