// Text as people see it: without characters that nobody sees, and in one form for all that look alike.
import { oneLine } from "./text.ts";

/** Marks that have no width or turn the direction of what follows, annotations, and a letter that is all blank. */
const INVISIBLE = /[\p{DI}\u2800\ufff9-\ufffb]/gu;
const JOINERS = new Set(["\u200c", "\u200d"]);
/** Scripts whose letters look different when they are joined, or kept apart, by an invisible character. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Mongolian}]/u;
const PICTURE = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[#*\d]|\u20e3/u;

/** A name on one line: no invisible characters but those that shape letters and emoji, one kind of blank, one spelling. */
export function visibleLine(text: string): string {
  const line = oneLine(text).normalize("NFC");
  if (/^[\x20-\x7e]*$/.test(line)) return line;
  return line
    .replaceAll(INVISIBLE, shaping)
    .replaceAll(/\p{Zs}+/gu, " ")
    .trim();
}

/** Whether nothing in the text can be seen. */
export function isInvisible(text: string): boolean {
  return text.replaceAll(INVISIBLE, "").trim() === "";
}

/** The character if it changes how its neighbours look; else nothing. */
function shaping(char: string, at: number, whole: string): string {
  const before = lastCharacter(whole.slice(Math.max(0, at - 2), at));
  const after = String.fromCodePoint(whole.codePointAt(at + char.length) ?? 0x20);
  if (char === "\ufe0f") return PICTURE.test(before) ? char : "";
  if (!JOINERS.has(char)) return "";
  const joinsPictures = char === "\u200d" && (PICTURE.test(before) || before === "\ufe0f") && PICTURE.test(after);
  return joinsPictures || (JOINING.test(before) && JOINING.test(after)) ? char : "";
}

function lastCharacter(text: string): string {
  return [...text].at(-1) ?? " ";
}

/** Letters of other alphabets that look like one of ours. */
const LOOKS_LIKE = letters([
  ["аɑα", "a"],
  ["вβ", "b"],
  ["сϲ", "c"],
  ["ԁ", "d"],
  ["еҽε", "e"],
  ["ɡ", "g"],
  ["һн", "h"],
  ["іιıӏ", "i"],
  ["јϳ", "j"],
  ["кκ", "k"],
  ["мμ", "m"],
  ["ոη", "n"],
  ["оοօσ", "o"],
  ["рρ", "p"],
  ["ѕ", "s"],
  ["тτ", "t"],
  ["υս", "u"],
  ["νѵ", "v"],
  ["ԝω", "w"],
  ["хχ", "x"],
  ["уγү", "y"],
  ["ᴢζ", "z"],
]);
/** Other signs and letters of ours that are read as the same. */
const WRITTEN_FOR = letters([
  ["l|1", "i"],
  ["0", "o"],
]);

function letters(rows: [alike: string, letter: string][]): Map<string, string> {
  return new Map(rows.flatMap(([alike, letter]) => [...alike].map((like) => [like, letter] as const)));
}

/** A form of a name that is the same for all names that look alike on a careful look. It is compared and never shown. */
export function formOf(text: string): string {
  return [...visibleLine(text.normalize("NFKC"))].map(inOurLetters).join("");
}

/** A form of a name that is the same for all names that look alike at a glance, whatever their capitals and accents. */
export function lookOf(text: string): string {
  const plain = formOf(text)
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{Mn}/gu, "");
  return [...plain].map((char) => WRITTEN_FOR.get(char) ?? char).join("");
}

function inOurLetters(char: string): string {
  const small = char.toLowerCase();
  const like = LOOKS_LIKE.get(small);
  if (like === undefined) return char;
  return small === char ? like : like.toUpperCase();
}
