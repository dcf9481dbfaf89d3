// Finds refs in the names of test cases: whole words only, the longest that fits.

export interface RefIndex<Holder> {
  /** Refs under the word or sign that they begin with, the longest first. */
  byStart: Map<string, { ref: string; holder: Holder }[]>;
}

export function indexRefs<Holder extends { ref: string }>(holders: readonly Holder[]): RefIndex<Holder> {
  const byStart: RefIndex<Holder>["byStart"] = new Map();
  for (const holder of holders) {
    const start = startAt(holder.ref, 0);
    const same = byStart.get(start);
    if (same === undefined) byStart.set(start, [{ ref: holder.ref, holder }]);
    else same.push({ ref: holder.ref, holder });
  }
  for (const list of byStart.values()) list.sort((a, b) => b.ref.length - a.ref.length);
  return { byStart };
}

/** The checks whose refs are in a name, each once. */
export function findRefs<Holder>({ byStart }: RefIndex<Holder>, name: string): Holder[] {
  const found = new Set<Holder>();
  for (let at = 0; at < name.length; ) {
    const start = startAt(name, at);
    const fit = byStart.get(start)?.find(({ ref }) => name.startsWith(ref, at) && isApart(name, at, at + ref.length));
    if (fit !== undefined) found.add(fit.holder);
    at += fit?.ref.length ?? start.length;
  }
  return [...found];
}

const WORD = /[\p{L}\p{M}\p{N}_]/u;
const RUN = /[\p{L}\p{M}\p{N}_]+/uy;
const DIGITS = /^\d+$/;
/** Signs that make a number a ref: alone it is a word like any other in a name. */
const MARKS = "#@[(";

/** The word that begins here, or the one sign that is here. */
function startAt(text: string, at: number): string {
  RUN.lastIndex = at;
  return RUN.exec(text)?.[0] ?? String.fromCodePoint(text.codePointAt(at)!);
}

/** A hyphen ties words together, and a point numbers: SIGN-1 is not in SIGN-1-2, nor in SIGN-1.2 or RE-SIGN-1. */
function isApart(name: string, start: number, end: number): boolean {
  const [before, after] = [charBefore(name, start), charAt(name, end)];
  const ref = name.slice(start, end);
  if (DIGITS.test(ref) && (before === "" || !MARKS.includes(before))) return false;
  if (WORD.test(charAt(name, start)) && (WORD.test(before) || tiesBefore(name, start))) return false;
  if (!WORD.test(charBefore(name, end))) return true;
  const isTied =
    (after === "-" && WORD.test(charAt(name, end + 1))) || (after === "." && /\d/.test(charAt(name, end + 1)));
  return !WORD.test(after) && !isTied;
}

function tiesBefore(name: string, start: number): boolean {
  return charBefore(name, start) === "-" && WORD.test(charBefore(name, start - 1));
}

function charAt(text: string, at: number): string {
  const point = text.codePointAt(at);
  return point === undefined ? "" : String.fromCodePoint(point);
}

function charBefore(text: string, at: number): string {
  const unit = text.charCodeAt(at - 1);
  const isLow = unit >= 0xdc00 && unit < 0xe000 && at > 1;
  return at < 1 ? "" : text.slice(isLow ? at - 2 : at - 1, at);
}
