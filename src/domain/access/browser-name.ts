// A browser's long name for itself, made short: enough to tell one's own places of sign-in apart.
import { oneLine } from "../../lib/text/text.ts";

const MAX_AGENT = 80;
/** Longer than any browser's User-Agent; the rest isn't read. */
const MAX_READ = 1_000;

/** The first whose mark is there: most browsers name others, too, so the particular ones come first. */
const BROWSERS: readonly [name: string, ...marks: string[]][] = [
  ["Edge", "Edg/", "EdgA/", "EdgiOS/"],
  ["Opera", "OPR/", "Opera"],
  ["Samsung Internet", "SamsungBrowser/"],
  ["Firefox", "Firefox/", "FxiOS/"],
  ["Chrome", "Chrome/", "CriOS/", "Chromium/"],
  ["Safari", "Safari/"],
];
const SYSTEMS: readonly [name: string, ...marks: string[]][] = [
  ["iOS", "iPhone", "iPad", "iPod"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["ChromeOS", "CrOS"],
  ["macOS", "Macintosh", "Mac OS X"],
  ["Linux", "Linux", "X11"],
];

/** `Firefox on Windows`; for what is no browser we know, the first word it says; null for nothing. */
export function shortAgent(text: string | undefined): string | null {
  const line = printable(oneLine((text ?? "").slice(0, MAX_READ)));
  const browser = nameIn(BROWSERS, line);
  const system = nameIn(SYSTEMS, line);
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`;
  const [first = ""] = line.split(" ", 1);
  const said = first.slice(0, MAX_AGENT);
  return said === "" ? null : said;
}

function nameIn(list: typeof BROWSERS, line: string): string | undefined {
  return list.find(([, ...marks]) => marks.some((mark) => line.includes(mark)))?.[0];
}

/** Headers are bytes: what is not plain ASCII would be shown as something else than was sent. */
function printable(line: string): string {
  let plain = "";
  for (const char of line) if (char >= " " && char <= "~") plain += char;
  return plain.trim();
}
