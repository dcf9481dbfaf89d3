// Takes somebody out of what is kept: their e-mail address out of every text, their name out of wherever it says who did something.

/** Who is to be forgotten. */
export interface Forgotten {
  /** In small letters; null if only names are looked for. */
  email: string | null;
  /** Every name that they have had here. */
  names: readonly string[];
  /** What stands in place of the address, another for each erasure: what was told apart by it still is. */
  addressMark: string;
  /** What stands in place of a name. */
  nameMark: string;
}

/**
 * What a text is. `label` says who did something. `text` was written by somebody. `json` holds texts and labels. `title` names a thing:
 * an address in it is taken out, a name stays, because it names the thing and not the person.
 */
export type TextKind = "label" | "text" | "json" | "title";

/** The same text if there was nothing to take out. */
export function takeOut(kind: TextKind, text: string, forgotten: Forgotten): string {
  if (!mayHold(text, forgotten)) return text;
  if (kind === "json") return redactJson(text, forgotten);
  return redactPlain(kind, text, forgotten);
}

/** Cheap, for the many texts that have nothing to do with them. In JSON some signs may be written by their numbers. */
function mayHold(text: string, { email, names }: Forgotten): boolean {
  const lower = text.toLowerCase();
  return (
    lower.includes("\\u") ||
    (email !== null && lower.includes(email)) ||
    names.some((name) => lower.includes(name.toLowerCase()))
  );
}

function redactPlain(kind: Exclude<TextKind, "json">, text: string, forgotten: Forgotten): string {
  const plain = kind === "label" ? redactLabel(text, forgotten) : text;
  const open = withoutAddress(plain, forgotten);
  return kind === "title" ? open : withoutNames(open, forgotten);
}

/** `<name>` or `<name> via API`. */
function redactLabel(label: string, { names, nameMark }: Forgotten): string {
  for (const name of names) {
    if (label === name) return nameMark;
    if (label.startsWith(`${name} via `)) return nameMark + label.slice(name.length);
  }
  return label;
}

/** Signs that go on with an address: whoever has a longer one is somebody else. */
const BEFORE = "(?<![\\p{L}\\p{N}._%+'-])";
const BEHIND = "(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])";

function withoutAddress(text: string, { email, addressMark }: Forgotten): string {
  if (email === null) return text;
  return text.replace(new RegExp(`${BEFORE}${quoted(email)}${BEHIND}`, "giu"), addressMark);
}

/**
 * A name in a text counts behind an `@`, and where it is made of several words: a single one may be a word like any other.
 */
function withoutNames(text: string, { names, nameMark }: Forgotten): string {
  let left = text;
  for (const name of names) {
    const sign = /\s/.test(name.trim()) ? "(?<![\\p{L}\\p{N}\\p{M}_])" : "(?<=(?<![\\p{L}\\p{N}\\p{M}_])@)";
    left = left.replace(new RegExp(`${sign}${quoted(name)}(?![\\p{L}\\p{N}\\p{M}_])`, "giu"), nameMark);
  }
  return left;
}

/** A text in JSON, quotes and all. */
const STRING = /"(?:[^"\\]|\\.)*"/g;

/** Text by text, so that all else stays to the letter: numbers may have more digits than can be read. What is no JSON is a text. */
function redactJson(json: string, forgotten: Forgotten): string {
  const left = json.replace(STRING, (quotedText) => {
    const text = readString(quotedText);
    if (text === null || !mayHold(text, forgotten)) return quotedText;
    const redacted = redactPlain("label", text, forgotten);
    return redacted === text ? quotedText : JSON.stringify(redacted);
  });
  return withoutAddress(left, forgotten);
}

function readString(quotedText: string): string | null {
  try {
    return JSON.parse(quotedText) as string;
  } catch {
    return null;
  }
}

function quoted(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
}

/** Whether somebody's address is in a body, in whatever way bodies have it. */
export function holdsAddress(body: string, encoding: string, email: string): boolean {
  const text = encoding === "base64" ? Buffer.from(body, "base64").toString("utf8") : body;
  const lower = unescapedText(text).toLowerCase();
  return [email, encodeURIComponent(email).toLowerCase()].some((form) => lower.includes(form));
}

/** With the signs that JSON may write by their numbers. */
function unescapedText(text: string): string {
  return text.replaceAll(/\\u([0-9a-fA-F]{4})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}
