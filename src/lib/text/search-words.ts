// The words of a text as a search compares them: without case and accents, cut at whatever is no letter and no digit.

/** Longer words are told apart by their beginning only: no database indexes keys of any length. */
const MAX_WORD = 64;

/** Accents over letters, and the points of Hebrew and Arabic, which are seldom typed. */
const MARKS = /[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u064b-\u065f\u0670]/g;
const ASCII_WORD = /[a-z0-9]+/g;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*|\p{Extended_Pictographic}/gu;
/** Scripts that are written without a space between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const RUNS = new RegExp(`${UNSPACED.source}+|[^${UNSPACED.source.slice(1)}+`, "gu");

/** Each word once, in the order of the text. A run of an unspaced script gives its characters and its pairs of them. */
export function wordsOf(text: string): string[] {
  const words = new Set<string>();
  for (const run of runsOf(text)) {
    if (!isUnspaced(run)) {
      words.add(cut(run));
      continue;
    }
    const chars = [...run];
    for (const [i, char] of chars.entries()) {
      words.add(char);
      if (i > 0) words.add(chars[i - 1]! + char);
    }
  }
  return [...words];
}

export interface AskedWords {
  /** Words that must occur as they are. */
  whole: string[];
  /** Must be the beginning of a word; null where the last word is of an unspaced script, whose parts are indexed anyway. */
  start: string | null;
}

/** What a search for a text asks for: its words, the last of which may be unfinished. */
export function askedWords(text: string): AskedWords {
  const whole = new Set<string>();
  let start: string | null = null;
  for (const run of runsOf(text)) {
    if (start !== null) whole.add(start);
    start = null;
    if (!isUnspaced(run)) {
      start = cut(run);
      continue;
    }
    const chars = [...run];
    if (chars.length === 1) whole.add(run);
    for (let i = 1; i < chars.length; i++) whole.add(chars[i - 1]! + chars[i]!);
  }
  return { whole: [...whole], start };
}

function runsOf(text: string): string[] {
  if (isAscii(text)) return text.toLowerCase().match(ASCII_WORD) ?? [];
  const words = folded(text).match(WORD) ?? [];
  return words.flatMap((word) => (UNSPACED.test(word) ? word.match(RUNS)! : [word]));
}

function cut(run: string): string {
  return run.length <= MAX_WORD ? run : run.slice(0, MAX_WORD).toWellFormed();
}

function isUnspaced(run: string): boolean {
  return run.charCodeAt(0) > 0x7f && UNSPACED.test(run);
}

/** Folds capitals up and down again: only then ß meets SS, and letters with several small forms meet each other. */
function folded(text: string): string {
  const bare = text.normalize("NFKD").replace(MARKS, "");
  return bare.toUpperCase().toLowerCase().replaceAll("ς", "σ").normalize("NFKD").replace(MARKS, "").normalize("NFC");
}

const BEYOND_ASCII = /[\u0080-\uffff]/;

function isAscii(text: string): boolean {
  return !BEYOND_ASCII.test(text);
}
