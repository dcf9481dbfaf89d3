// Finds an e-mail address among the bytes of a file, where cameras and programs write it beside the picture, and puts blanks in its place.

export interface AddressBytes {
  /** Over bytes that are read as Latin-1, with a group for each way to put text into bytes. */
  pattern: RegExp;
  /** A blank in each of those ways. */
  blanks: readonly Buffer[];
  /** As many bytes as it takes at the most. */
  longest: number;
}

/** Fewer bytes come up by chance among those of pictures and films. */
const MIN_BYTES = 6;

const ENCODINGS: readonly ((text: string) => Buffer)[] = [
  (text) => Buffer.from(text, "utf8"),
  (text) => Buffer.from(text, "utf16le"),
  (text) => Buffer.from(text, "utf16le").swap16(),
];

/** Null for an address that is too short to be told from chance. */
export function bytesOfAddress(email: string): AddressBytes | null {
  const encodings = ENCODINGS.filter((encode) => encode(email).length >= MIN_BYTES);
  if (encodings.length === 0) return null;
  const ways = encodings.map((encode) => [...email].map((sign) => spellingsOf(sign).map(encode)));
  return {
    pattern: new RegExp(ways.map((signs) => `(${signs.map(anyOf).join("")})`).join("|"), "g"),
    blanks: encodings.map((encode) => encode(" ")),
    longest: Math.max(...ways.map(longestOf)),
  };
}

/** A sign as it stands, by its number as in JSON or XML, or by its bytes as in a URL; also where such a text was put into another one, up to three times. */
function spellingsOf(sign: string): string[] {
  if (/[a-z0-9]/i.test(sign)) return [sign];
  const point = sign.codePointAt(0)!;
  const hex = point.toString(16);
  const bytes = [...Buffer.from(sign)].map((byte) => byte.toString(16).padStart(2, "0"));
  const inUrls = upToThree("25").map((more) => bytes.map((byte) => `%${more}${byte}`).join(""));
  const inJson = upToThree("\\").map((more) => `\\${more}u${hex.padStart(4, "0")}`);
  const inXml = upToThree("0").flatMap((zeros) => [`&#${zeros}${point};`, `&#x${zeros}${hex};`]);
  return [sign, sign.toUpperCase(), ...inUrls, ...inJson, ...inXml];
}

/** A text none to three times over. */
function upToThree(text: string): string[] {
  return [0, 1, 2, 3].map((times) => text.repeat(times));
}

function anyOf(spellings: readonly Buffer[]): string {
  return `(?:${spellings.map((bytes) => [...bytes].map(byteOf).join("")).join("|")})`;
}

/** Both cases of an ASCII letter; any other byte alone. */
function byteOf(byte: number): string {
  const sign = String.fromCharCode(byte);
  return /[a-z]/i.test(sign)
    ? `[${sign.toLowerCase()}${sign.toUpperCase()}]`
    : `\\x${byte.toString(16).padStart(2, "0")}`;
}

function longestOf(signs: readonly (readonly Buffer[])[]): number {
  return signs.reduce((sum, spellings) => sum + Math.max(...spellings.map(({ length }) => length)), 0);
}

/**
 * The same bytes, with as many blanks wherever the address stood, also across two pieces; `onFound` is told of each place. A blank can't make
 * the address anew with what is beside it: no known address begins or ends with one.
 */
export async function* blankedOut(
  source: AsyncIterable<Uint8Array>,
  { pattern, blanks, longest }: AddressBytes,
  onFound: () => void = () => {},
): AsyncGenerator<Buffer> {
  let held = Buffer.alloc(0);
  for await (const piece of source) {
    const bytes = Buffer.concat([held, piece]);
    for (const match of bytes.toString("latin1").matchAll(pattern)) {
      const way = blanks.findIndex((_, i) => match[i + 1] !== undefined);
      bytes.fill(blanks[way]!, match.index, match.index + match[0].length);
      onFound();
    }
    // What begins there may end in the next piece.
    const end = Math.max(0, bytes.length - longest + 1);
    if (end > 0) yield bytes.subarray(0, end);
    held = bytes.subarray(end);
  }
  if (held.length > 0) yield held;
}
