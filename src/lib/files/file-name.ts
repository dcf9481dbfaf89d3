// File names that somebody else has chosen, made safe to show and to save under.
import { codePoints, oneLine } from "../text/text.ts";

export const MAX_FILE_NAME = 100;

/**
 * The last part of a path, on one line, without characters that can't be seen or that turn the reading direction, at most
 * a hundred characters long. It ends with one of `extensions`, the first of which is added if need be.
 */
export function cleanFileName(given: string, extensions: readonly string[], fallback: string): string {
  const last = given.slice(Math.max(given.lastIndexOf("/"), given.lastIndexOf("\\")) + 1);
  const [stem, extension] = apart(bare(oneLine(seen(last.normalize("NFC")))));
  const fits = extensions.includes(extension.toLowerCase());
  const whole = fits || extension === "" ? stem : `${stem}.${extension}`;
  return together(whole === "" ? fallback : whole, "", fits ? extension : extensions[0]!);
}

/** "shot.png", "shot 2.png", "shot 3.png" and so on: the first that is not taken. */
export function freeFileName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  const [stem, extension] = apart(name);
  for (let n = 2; ; n++) {
    const next = together(stem, ` ${n}`, extension);
    if (!taken.has(next)) return next;
  }
}

/** The stem is cut so that all of it fits. */
function together(stem: string, mark: string, extension: string): string {
  const end = `${mark}.${extension}`;
  const room = MAX_FILE_NAME - codePoints(end, MAX_FILE_NAME);
  const cut = codePoints(stem, room) <= room ? stem : [...stem.slice(0, 2 * room)].slice(0, room).join("").trimEnd();
  return cut + end;
}

function apart(name: string): [stem: string, extension: string] {
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? [name, ""] : [name.slice(0, dot), name.slice(dot + 1)];
}

/** The name without dots and spaces at its ends: names that begin with a dot are hidden, and ".." isn't a name. */
function bare(name: string): string {
  let from = 0;
  let to = name.length;
  while (from < to && isDotOrBlank(name[from]!)) from++;
  while (to > from && isDotOrBlank(name[to - 1]!)) to--;
  return name.slice(from, to);
}

function isDotOrBlank(char: string): boolean {
  return char === "." || char.trim() === "";
}

/** Marks that turn the reading direction, and characters of no width; those that join letters and signs stay. */
function seen(text: string): string {
  return text.replaceAll(
    /[\u00ad\u061c\u115f\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\uffff]/g,
    "",
  );
}
