// What the plain text of a comment is made of: paragraphs, lists and code. Nothing in it is markup; signs that mean nothing here stay as
// they were written.
export type Block =
  | { kind: "text"; text: string }
  | { kind: "code"; text: string }
  | { kind: "list"; isNumbered: boolean; start: number; items: string[] };

export interface Span {
  kind: "text" | "code";
  text: string;
}

const FENCE = /^\s{0,3}(`{3,})[^`]*$/;
const BULLET = /^\s{0,3}[-*•]\s+(\S.*)$/;
const NUMBER = /^\s{0,3}(\d{1,6})[.)]\s+(\S.*)$/;
const INDENTED = /^\s{2,}(\S.*)$/;

export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.split("\n");
  let words: string[] = [];
  const endWords = () => {
    const joined = words.join("\n").replace(/^\n+|\s+$/g, "");
    if (joined !== "") blocks.push({ kind: "text", text: joined });
    words = [];
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const fence = FENCE.exec(line)?.[1];
    const end = fence === undefined ? -1 : endOfCode(lines, at + 1, fence);
    if (end !== -1) {
      endWords();
      blocks.push({ kind: "code", text: lines.slice(at + 1, end).join("\n") });
      at = end;
      continue;
    }
    const item = itemIn(line);
    if (item === null) {
      words.push(line);
      continue;
    }
    endWords();
    addItem(blocks, item, lines[at - 1]);
  }
  endWords();
  return joinItems(blocks);
}

/** Code stands between single signs, or between as many as it takes to have some inside. */
export function spansOf(text: string): Span[] {
  const spans: Span[] = [];
  let end = 0;
  for (const match of text.matchAll(/(?<!`)(`+)(?!`)([\s\S]+?)(?<!`)\1(?!`)/g)) {
    if (match[2]!.includes("\n\n")) continue;
    if (match.index > end) spans.push({ kind: "text", text: text.slice(end, match.index) });
    const inner = match[2]!;
    const isPadded = inner.startsWith(" ") && inner.endsWith(" ") && inner.trim() !== "";
    spans.push({ kind: "code", text: isPadded ? inner.slice(1, -1) : inner });
    end = match.index + match[0].length;
  }
  if (end < text.length) spans.push({ kind: "text", text: text.slice(end) });
  return spans;
}

interface Item {
  number: number | null;
  text: string;
}

function itemIn(line: string): Item | null {
  const bullet = BULLET.exec(line);
  if (bullet !== null) return { number: null, text: bullet[1]! };
  const numbered = NUMBER.exec(line);
  return numbered === null ? null : { number: Number(numbered[1]), text: numbered[2]! };
}

/** An item goes on a list of its kind that stands right above it. */
function addItem(blocks: Block[], { number, text }: Item, before: string | undefined): void {
  const last = blocks.at(-1);
  const isNumbered = number !== null;
  const goesOn =
    last?.kind === "list" && last.isNumbered === isNumbered && before !== undefined && before.trim() !== "";
  if (goesOn) last.items.push(text);
  else blocks.push({ kind: "list", isNumbered, start: number ?? 1, items: [text] });
}

/** Joins items of a list with what is indented right below them. */
function joinItems(blocks: readonly Block[]): Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (last?.kind === "list" && block.kind === "text") {
      const lines = block.text.split("\n");
      const own = lines.findIndex((line) => INDENTED.exec(line) === null);
      const count = own === -1 ? lines.length : own;
      const more = lines.slice(0, count).map((line) => line.trim());
      if (more.length > 0) last.items.push([last.items.pop(), ...more].join("\n"));
      const rest = lines.slice(count).join("\n");
      if (rest !== "") joined.push({ kind: "text", text: rest });
    } else if (
      last?.kind === "list" &&
      block.kind === "list" &&
      last.isNumbered === block.isNumbered &&
      isNext(last, block)
    ) {
      last.items.push(...block.items);
    } else joined.push(block.kind === "list" ? { ...block, items: [...block.items] } : block);
  }
  return joined;
}

/** A list that counts on where another ended is one with it. */
function isNext(last: Extract<Block, { kind: "list" }>, next: Extract<Block, { kind: "list" }>): boolean {
  return !next.isNumbered || next.start === last.start + last.items.length;
}

/** Where the fence that opened is closed; -1 where it never is: then it is text. */
function endOfCode(lines: readonly string[], from: number, fence: string): number {
  return lines.findIndex((line, at) => at >= from && /^\s{0,3}`+\s*$/.test(line) && line.trim().length >= fence.length);
}
