// The words by which other tools name platforms: an app's own codes and labels, else generic words such as ios.

import type { Platform } from "../apps/platforms.ts";
import { MAX_NAME } from "../limits.ts";

/** How many words of a list of platforms are looked at. */
const MAX_WORDS = 1_000;
const MAX_CHARACTERS = 20_000;
const MAX_UNKNOWN = 5;

/** Each kind of platform with its usual spellings, in small letters, words apart by one space. */
const SPELLINGS: Record<string, string[]> = {
  ios: ["ios", "iphone", "ipad", "ipod", "ipados", "iphone os", "iphoneos", "apple ios", "cocoa touch"],
  android: ["android", "android os", "android phone", "android tablet"],
  web: [
    ...["web", "website", "webapp", "web app", "browser", "browser js", "mobile web", "internet explorer"],
    ...["chrome", "google chrome", "chrome mobile", "mobile chrome", "chromium", "safari", "mobile safari"],
    ...["firefox", "mozilla firefox", "firefox mobile", "edge", "microsoft edge", "opera", "samsung internet"],
  ],
  windows: ["windows", "win", "win32", "win64", "microsoft windows", "windows nt"],
  macos: ["macos", "mac", "mac os", "mac os x", "macosx", "osx", "os x", "macintosh", "darwin"],
  linux: ["linux", "gnu linux", "ubuntu", "debian", "fedora"],
  tv: ["tv", "tvos", "apple tv", "appletv", "android tv", "androidtv", "google tv", "smart tv", "fire tv", "roku"],
  watch: ["watch", "watchos", "apple watch", "applewatch", "wear os", "wearos", "android wear", "smartwatch"],
};

const KIND = new Map(Object.entries(SPELLINGS).flatMap(([kind, words]) => words.map((word) => [word, kind] as const)));
const LONGEST_SPELLING = 3;

export interface MatchedPlatforms {
  /** Codes, once each, in the order of the words. */
  codes: string[];
  /** The first few words that match nothing. */
  unknown: string[];
}

/** The platforms that a list, or a comma-separated text, names. */
export function matchPlatforms(words: string | readonly string[], platforms: readonly Platform[]): MatchedPlatforms {
  const names = new Names(platforms);
  const codes = new Set<string>();
  const unknown: string[] = [];
  for (const word of wordsOf(words, names)) {
    const found = names.find(word);
    for (const code of found) codes.add(code);
    if (found.length === 0 && unknown.length < MAX_UNKNOWN) unknown.push(word);
  }
  return { codes: [...codes], unknown };
}

/** The single words; a label may hold a comma, so an entry that is a name is left whole. */
function* wordsOf(words: string | readonly string[], names: Names): Generator<string> {
  let characters = MAX_CHARACTERS;
  let count = 0;
  for (const entry of typeof words === "string" ? [words] : words) {
    // A word that is not looked at to its end could be read as another one.
    const text = entry.length <= characters ? entry : entry.slice(0, entry.lastIndexOf(",", characters) + 1);
    characters -= entry.length;
    for (const part of names.has(text) ? [text] : text.split(",", MAX_WORDS)) {
      const word = part.trim();
      if (word === "") continue;
      if (++count > MAX_WORDS) return;
      yield word;
    }
    if (characters <= 0) return;
  }
}

/** What an app's platforms are called: by their codes and labels, each name with all platforms that have it. */
class Names {
  private readonly written = new Map<string, string[]>();
  private readonly anyCase = new Map<string, string[]>();
  private readonly platforms: readonly Platform[];
  private kinds: Map<string, string | null> | null = null;

  constructor(platforms: readonly Platform[]) {
    this.platforms = platforms;
    for (const { label, code } of platforms) {
      for (const name of new Set([code, label.trim()])) addTo(this.written, name, code);
      for (const name of new Set([code.toLowerCase(), label.trim().toLowerCase()])) addTo(this.anyCase, name, code);
    }
  }

  has(word: string): boolean {
    return this.anyCase.has(word.trim().toLowerCase());
  }

  /** The codes that a word means; its own spelling counts before all others. */
  find(word: string): readonly string[] {
    const named = this.written.get(word) ?? this.anyCase.get(word.toLowerCase());
    if (named !== undefined) return named;
    const words = tokens(word);
    // A number may be part of a name of the app's own: kiosk 2 is not kiosk.
    const own = this.anyCase.get(words.join(" "));
    const plain = withoutVersion(words).join(" ");
    const kind = KIND.get(plain);
    if (own !== undefined || kind === undefined) return own ?? [];
    this.kinds ??= onlyOnes(this.platforms);
    const only = this.kinds.get(kind) ?? null;
    return this.anyCase.get(plain) ?? (only === null ? [] : [only]);
  }
}

function addTo(names: Map<string, string[]>, name: string, code: string): void {
  const codes = names.get(name);
  if (codes === undefined) names.set(name, [code]);
  else codes.push(code);
}

/** For each kind its only platform; null when there are several. */
function onlyOnes(platforms: readonly Platform[]): Map<string, string | null> {
  const only = new Map<string, string | null>();
  for (const { code, label } of platforms) {
    const byCode = kindsIn(tokens(code));
    for (const kind of byCode.size > 0 ? byCode : kindsIn(tokens(label))) only.set(kind, only.has(kind) ? null : code);
  }
  return only;
}

/** The kinds that words speak of; the longest spelling counts, and a tv or a watch is nothing else beside it. */
function kindsIn(words: readonly string[]): Set<string> {
  const kinds = new Set<string>();
  for (let i = 0; i < words.length; i++) {
    for (let length = LONGEST_SPELLING; length > 0; length--) {
      const kind = KIND.get(words.slice(i, i + length).join(" "));
      if (kind === undefined) continue;
      kinds.add(kind);
      i += length - 1;
      break;
    }
  }
  for (const apart of ["tv", "watch"]) if (kinds.has(apart)) return new Set([apart]);
  return kinds;
}

/** Runs of letters and digits, in small letters; none in a text that is longer than any name. */
function tokens(text: string): string[] {
  const found: string[] = [];
  if (text.length > MAX_NAME) return found;
  let token = "";
  for (const char of text.toLowerCase()) {
    if (isLetterOrDigit(char)) token += char;
    else if (token !== "") {
      found.push(token);
      token = "";
    }
  }
  if (token !== "") found.push(token);
  return found;
}

/** The name of a platform without its version: "Mac OS X 10.15" is "mac os x". */
function withoutVersion(words: string[]): string[] {
  let end = words.length;
  while (end > 1 && isDigit(words[end - 1]![0]!)) end--;
  return words.slice(0, end);
}

function isLetterOrDigit(char: string): boolean {
  return (char >= "a" && char <= "z") || isDigit(char) || char > "\u00bf";
}

function isDigit(char: string): boolean {
  return char >= "0" && char <= "9";
}
