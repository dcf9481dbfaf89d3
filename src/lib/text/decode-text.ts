// Text of a file in the encodings that people's programs write: UTF-8, UTF-16 where a byte order mark says so, and Windows-1252 where that is looked for.

/** The text without its byte order mark; null for bytes that are text in neither encoding. */
export function decodeText(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
    // UTF-16 without its mark reads as UTF-8 with a NUL in every second place.
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

/** What a byte order mark says; UTF-8 where it says nothing else. */
export function encodingOf([first, second]: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

/** From 0x80 on what Windows-1252 has otherwise than Latin-1. Node's own decoder takes one for the other in some versions. */
const BEYOND_LATIN_1 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";
/** What it has no character for. */
const UNDEFINED_IN_1252 = /[\x81\x8d\x8f\x90\x9d]/;
/** Words of languages in other letters than Latin, two bytes to a character or one. */
const OTHER_LETTERS = /[\xc0-\xff\x8a\x8c\x8e\x9a\x9c\x9e\x9f]{3,}|[\x80-\xff]{4,}/g;
/** What of these may also stand in a table of tests: German's own letters in a row, or one sign several times. */
const WESTERN_ROW = /^(?:[\xc4\xd6\xdc\xdf\xe4\xf6\xfc]+|([\x80-\xff])\1+)$/;
/** Within a word: letters of Eastern Europe have the places of these. The signs between them (¤ § ¨ ° ² ´ and the soft hyphen) are no letters there. */
const EASTERN_LETTERS = /[A-Za-z][\xa1-\xa3\xa5\xa6\xa9\xab\xac\xae\xaf\xb1\xb3\xb5\xb6\xb8\xb9\xbb-\xbf][a-z]/;

/**
 * Text in what programs on Windows call ANSI in the west of Europe and America. Null for what is in no way that: UTF-8 that is broken
 * in a place, other alphabets, and what is no text. That it is another such encoding can't be ruled out: whoever sends it is to be told.
 */
export function decodeWindows1252(bytes: Uint8Array): string | null {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  if ([/\0/, UNDEFINED_IN_1252, EASTERN_LETTERS].some((sign) => sign.test(raw))) return null;
  for (const [row] of raw.matchAll(OTHER_LETTERS)) if (!WESTERN_ROW.test(row)) return null;
  // Few of its texts have what reads as a character of UTF-8, by chance.
  let [wrong, right] = [0, 0];
  for (const sign of new TextDecoder().decode(bytes)) {
    if (sign === "\ufffd") wrong++;
    else if (sign > "\x7f") right++;
  }
  return right < wrong ? raw.replaceAll(/[\x80-\x9f]/g, (one) => BEYOND_LATIN_1[one.charCodeAt(0) - 0x80]!) : null;
}
