// Takes somebody out of what is kept: their e-mail address out of every text, their name out of wherever it says who did something.
import { addressPattern, quoted } from "./address-pattern.ts";

/** Whom to forget: what a redaction looks for in texts and labels. */
export interface Forgotten {
  /** Their address in small letters; null if only names are looked for. */
  email: string | null;
  /** Every name that they have had here: looked for where it says who did something. */
  names: readonly string[];
  /** Names that are looked for in texts, too. */
  spoken: readonly string[];
  /** Each way in which the address was found written so far; what is found is added. */
  spellings: string[];
  /** The end of the mark that replaces the address. No other erasure has it, and nobody can have written it before. */
  markEnd: string;
  /** Replaces their names. */
  nameMark: string;
}

/**
 * What a text is. `label` says who did something. `text` was written by somebody. `json` holds texts and labels. `title` names a thing:
 * an address in it is taken out, a name stays, because it names the thing and not the person.
 */
export type TextKind = "label" | "text" | "json" | "title";

/** Takes names and addresses out of a text; the very same text if there was nothing to take out. */
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
    (email !== null && lower.includes(longestWord(email))) ||
    names.some((name) => lower.includes(name.toLowerCase()))
  );
}

function redactPlain(kind: Exclude<TextKind, "json">, text: string, forgotten: Forgotten): string {
  if (kind === "label") return withoutAddress(redactLabel(text, forgotten), forgotten);
  const open = withoutAddress(text, forgotten);
  return kind === "title" ? open : withoutNames(open, forgotten);
}

/** Redacts a label, which is `<name>` or `<name> via API`. */
function redactLabel(label: string, { names, nameMark }: Forgotten): string {
  for (const name of names) {
    if (label === name) return nameMark;
    if (label.startsWith(`${name} via `)) return nameMark + label.slice(name.length);
  }
  return label;
}

/** The part of an address that is written in one way only. */
function longestWord(email: string): string {
  return email.split(/[^\p{L}\p{N}]+/u).reduce((longest, word) => (word.length > longest.length ? word : longest), "");
}

function withoutAddress(text: string, forgotten: Forgotten): string {
  if (forgotten.email === null) return text;
  return text.replace(addressPattern(forgotten.email), (spelling) => markOf(spelling, forgotten));
}

/**
 * Another one for each way in which the address is written: what was told apart by it still is, so that nothing that may be there only
 * once is there twice afterwards.
 */
function markOf(spelling: string, { spellings, markEnd }: Forgotten): string {
  if (!spellings.includes(spelling)) spellings.push(spelling);
  const at = spellings.indexOf(spelling);
  return at === 0 ? `erased-${markEnd}` : `erased-${at + 1}-${markEnd}`;
}

/**
 * A name in a text counts behind an `@`, and where it is made of several words: a single one may be a word like any other.
 */
function withoutNames(text: string, { spoken, nameMark }: Forgotten): string {
  let left = text;
  for (const name of spoken) {
    const sign = /\s/.test(name.trim()) ? NAME_BEFORE : "(?<=(?<![\\p{L}\\p{N}\\p{M}_])@)";
    left = left.replace(new RegExp(`${sign}${quoted(name)}${NAME_BEHIND}`, "giu"), nameMark);
  }
  return left;
}

/** Ann Lee is neither Ann Lee-Jones nor Jo-Ann Lee; but what is Ann Lee's is hers. */
const NAME_BEFORE = "(?<![\\p{L}\\p{N}\\p{M}_]|[\\p{L}\\p{N}\\p{M}][-'’])";
const NAME_BEHIND = "(?![\\p{L}\\p{N}\\p{M}_]|[-'’](?!s(?![\\p{L}\\p{N}]))[\\p{L}\\p{N}])";

/** What JSON is made of, as far as it matters: texts, quotes and all, and where lists and objects begin and end. */
const PIECES = /"(?:[^"\\]|\\.)*"|[{}[\]]/g;
/** Fields that say who did something, or whom it is about. */
const WHO = /(?:_by|By)$|^(?:by|actor|author|assignees|reporter|testers|mentions)$/;

/** Text by text, so that all else stays to the letter: numbers may have more digits than can be read. What is no JSON is a text. */
function redactJson(json: string, forgotten: Forgotten): string {
  const above: string[] = [];
  let field = "";
  const left = json.replace(PIECES, (piece: string, at: number) => {
    if (piece === "{" || piece === "[") above.push(field);
    else if (piece === "}" || piece === "]") field = above.pop() ?? "";
    if (!piece.startsWith('"')) return piece;
    const text = readString(piece);
    const behind = json.slice(at + piece.length, at + piece.length + 10);
    if (/^\s*:/.test(behind)) {
      field = text ?? "";
      return piece;
    }
    if (text === null || !mayHold(text, forgotten)) return piece;
    const redacted = redactPlain(kindOf([...above, field], behind), text, forgotten);
    return redacted === text ? piece : JSON.stringify(redacted);
  });
  return withoutAddress(left, forgotten);
}

/** What must be the same in a document and in tables beside it counts as a title: the name of a file, the id that a tool gave. */
function kindOf(path: readonly string[], behind: string): Exclude<TextKind, "json"> {
  if (path.at(-1) === "external_id" || behind.startsWith(',"kind":')) return "title";
  return path.some((field) => WHO.test(field)) ? "label" : "text";
}

function readString(quotedText: string): string | null {
  try {
    return JSON.parse(quotedText) as string;
  } catch {
    return null;
  }
}

/** Whether a body has somebody's address, in any of the ways in which bodies are stored. */
export function holdsAddress(body: string, encoding: string, email: string): boolean {
  const text = encoding === "base64" ? Buffer.from(body, "base64").toString("utf8") : body;
  return text.toLowerCase().includes(email) || addressPattern(email).test(unescapedText(text));
}

/** The text with characters that JSON escaped by their numbers. */
function unescapedText(text: string): string {
  return text.replaceAll(/\\u([0-9a-fA-F]{4})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}
