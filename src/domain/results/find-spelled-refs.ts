// Finds refs in names that could not be written freely: most languages have no hyphen in a name, Go writes blanks as
// underscores. SIGN-1 may stand there as SIGN-1_opens, SIGN_1 or testSIGN1Opens.

/** Refs by each way to write them; several where the ways of two refs meet. */
export interface SpellingIndex<Holder> {
  bySpelling: Map<string, Holder[]>;
  /** How long the spellings are that begin with a part, the longest first. */
  lengths: Map<string, number[]>;
}

const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{Lt}\p{M}]+|\p{Lu}|\p{Nd}+|\p{No}+|\p{Nl}+/gu;
const LETTER_OR_DIGIT = /[\p{L}\p{M}\p{N}]/u;
const SEPARATOR = /[^\p{L}\p{M}\p{N}]+/gu;
/** Shorter ones are words of their own: S3, H2, A1. */
const CAN_BE_JOINED = /^\p{L}{2,}[^\p{L}].*\p{Nd}$|^\p{L}{2,}\p{Nd}+$/u;
/** A name of more is no name: what it says behind these is not looked at. */
const MOST_PARTS = 400;

export function indexSpellings<Holder extends { ref: string }>(holders: readonly Holder[]): SpellingIndex<Holder> {
  const bySpelling = new Map<string, Holder[]>();
  // A ref that is spelled as it is means nobody else.
  for (const holder of holders) if (/\p{L}/u.test(holder.ref)) bySpelling.set(holder.ref, [holder]);
  const own = new Set(bySpelling.keys());
  for (const holder of holders) {
    for (const spelling of spellingsOf(holder.ref)) {
      const same = bySpelling.get(spelling);
      if (same === undefined) bySpelling.set(spelling, [holder]);
      else if (!own.has(spelling)) same.push(holder);
    }
  }
  const lengths = new Map<string, number[]>();
  for (const spelling of bySpelling.keys()) {
    const [first] = partsOf(spelling);
    if (first === undefined || first.start > 0) continue;
    const part = spelling.slice(0, first.end);
    const same = lengths.get(part) ?? [];
    if (!same.includes(spelling.length)) lengths.set(part, [...same, spelling.length]);
  }
  for (const list of lengths.values()) list.sort((a, b) => b - a);
  return { bySpelling, lengths };
}

/** Other spellings of a ref: SIGN_1 and SIGN1 for SIGN-1. */
function spellingsOf(ref: string): string[] {
  if (!/\p{L}/u.test(ref) || !LETTER_OR_DIGIT.test(ref.at(0)!) || !LETTER_OR_DIGIT.test(ref.at(-1)!)) return [];
  const joined = CAN_BE_JOINED.test(ref) ? [ref.replaceAll(SEPARATOR, "")] : [];
  return [ref.replaceAll(SEPARATOR, "_"), ...joined].filter((spelling) => spelling !== ref);
}

/** The checks of refs that are in a name in another spelling, each once; of several spellings the longest counts. */
export function findSpelledRefs<Holder>({ bySpelling, lengths }: SpellingIndex<Holder>, name: string): Holder[] {
  const found = new Set<Holder>();
  const parts = partsOf(name);
  const ends = new Set(parts.map(({ end }) => end));
  let from = 0;
  for (const { start, end: firstEnd } of parts) {
    if (start < from) continue;
    for (const length of lengths.get(name.slice(start, firstEnd)) ?? []) {
      const end = start + length;
      const holders = ends.has(end) ? bySpelling.get(name.slice(start, end)) : undefined;
      if (holders === undefined || !standsApart(name, start, end)) continue;
      for (const holder of holders) found.add(holder);
      from = end;
      break;
    }
  }
  return [...found];
}

function partsOf(text: string): { start: number; end: number }[] {
  const parts: { start: number; end: number }[] = [];
  for (const { index, 0: part } of text.matchAll(PART)) {
    if (parts.length === MOST_PARTS) break;
    parts.push({ start: index, end: index + part.length });
  }
  return parts;
}

const TIED_BEFORE = /[\p{L}\p{M}\p{N}]-$/u;
const TIED_AFTER = /^(?:-[\p{L}\p{M}\p{N}]|\.\p{Nd})/u;

/** A ref behind other values in pytest's brackets, which hyphens join: test_door[chromium-SIGN-1]. */
function isParameter(name: string, start: number): boolean {
  return /\p{Ll}-$/u.test(name.slice(Math.max(0, start - 3), start)) && /^[^\s[]+\[[^\]]*$/.test(name.slice(0, start));
}

/** Where hyphens stand for blanks, a word begins behind one: CART-1-adds. */
const WORD_AFTER = /^-\p{Ll}/u;

/**
 * A hyphen ties, and so does a point before a number, as for refs in plain words; only behind a number it may stand for a blank. What is written without hyphens may begin
 * at a capital (testSIGN1), ends before one (SIGN1Opens), and goes on with a number behind an underscore (SIGN_1_2 is another).
 */
function standsApart(name: string, start: number, end: number): boolean {
  const spelling = name.slice(start, end);
  const before = name.slice(Math.max(0, start - 3), start);
  const after = name.slice(end, end + 3);
  const isTied = TIED_AFTER.test(after) && !(WORD_AFTER.test(after) && /\p{Nd}$/u.test(spelling));
  if ((TIED_BEFORE.test(before) && !isParameter(name, start)) || isTied) return false;
  const isIdentifier = /^[\p{L}\p{M}\p{N}_]+$/u.test(spelling);
  if (!isIdentifier) return !/[\p{L}\p{M}\p{N}]$/u.test(before) && !/^[\p{L}\p{M}\p{N}]/u.test(after);
  const canFollow =
    CAN_BE_JOINED.test(spelling) && /^\p{Lu}/u.test(spelling) ? /[\p{Lu}\p{N}]$/u : /[\p{L}\p{M}\p{N}]$/u;
  return !canFollow.test(before) && !/^(?:[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]|_\p{Nd})/u.test(after);
}
