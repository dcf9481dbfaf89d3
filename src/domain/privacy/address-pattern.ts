// Finds an e-mail address in any text, however it is written there. Rather too much is taken for it than too little.

/** Characters that, beside an address, make it a part of a longer one: somebody else's. */
const SIGN = "[\\p{L}\\p{N}+]";
/** Ends with a letter or digit, and is no part of an address all the same: a sign that was written in another way. */
const ESCAPED = "(?<=\\\\[bfnrtv]|%[0-9a-f]{2}|\\\\u[0-9a-f]{4})";
const BEFORE = `(?:${ESCAPED}|(?<!${SIGN}|${SIGN}\\.))`;
/** File endings: what ends in one of these is the name of a file and not an address. */
const FILE_ENDINGS =
  "avif|bak|bmp|csv|docx?|eml|gif|gz|har|heic|html?|jpe?g|json|log|md|mkv|mov|mp4|msg|old|pdf|png|svg|tar|tgz|txt|vcf|webm|webp|xlsx?|xml|ya?ml|zip";
const BEHIND = `(?!${SIGN}|\\.(?!(?:${FILE_ENDINGS})(?!${SIGN}))\\p{L})`;

const patterns = new Map<string, RegExp>();
const MAX_KEPT = 100;

/** Finds all spellings of an address, in capitals or not. */
export function addressPattern(email: string): RegExp {
  let pattern = patterns.get(email);
  if (pattern === undefined) {
    pattern = new RegExp(`${BEFORE}${[...email].map(anyWriting).join("")}${BEHIND}`, "giu");
    if (patterns.size >= MAX_KEPT) patterns.clear();
    patterns.set(email, pattern);
  }
  pattern.lastIndex = 0;
  return pattern;
}

/** The sign itself, by its number as in JSON or HTML, or by its bytes as in a URL, also a URL within another. */
function anyWriting(sign: string): string {
  if (/[a-z0-9]/i.test(sign)) return sign;
  const hex = sign.codePointAt(0)!.toString(16);
  const bytes = [...Buffer.from(sign)].map((byte) => `%(?:25)*${byte.toString(16).padStart(2, "0")}`).join("");
  const numbers = `\\\\+u${hex.padStart(4, "0")}|&#0*${sign.codePointAt(0)!};|&#x0*${hex};`;
  return `(?:${quoted(sign)}|${bytes}|${numbers})`;
}

/** The text with the signs escaped that mean something in a pattern. */
export function quoted(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
}
