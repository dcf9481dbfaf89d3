// Makes what is random in a text the same each time: ids, tokens, hashes, cursors, and moments before the story began.
import { createHash } from "node:crypto";
import { digits } from "../../../src/lib/ids.ts";

const ID_LENGTH = 27;
const TIME_LENGTH = 9;
const DAY_MS = 86_400_000;

/** `begin` is when the story began: what is older, or a day younger, is of the test's own making. */
export function stableText(text: string, begin: number): string {
  const given = new Map<string, string>();
  const once = (found: string, make: (n: number) => string) => {
    if (!given.has(found)) given.set(found, make(given.size));
    return given.get(found)!;
  };
  return text
    .replaceAll(/\b([a-z]{2,3}_)([0-9a-hjkmnp-tv-z]{27,52})\b/g, (found, prefix: string, rest: string) =>
      once(found, (n) => prefix + (rest.length === ID_LENGTH ? timed(begin, n) : letters(n, rest.length))),
    )
    .replaceAll(/whsec_[\w+/=]+/g, (found) =>
      once(found, (n) => `whsec_${Buffer.from(hash(n), "hex").toString("base64")}`),
    )
    .replaceAll(/\b[0-9a-f]{64}\b/g, (found) => once(found, (n) => hash(n)))
    .replaceAll(
      /("next_cursor": ?"|cursor=)([\w.-]+)/g,
      (_, before: string, found: string) => before + once(found, (n) => letters(n, 40)),
    )
    .replaceAll(
      /("salts": ?")([\w.]+)/g,
      (_, before: string, found: string) => before + once(found, (n) => letters(n, 40)),
    )
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, "https://hooks.example.com")
    .replaceAll(/"last_used_at": ?"[^"]+"/g, `"last_used_at":"${new Date(begin).toISOString()}"`)
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (found) => {
      const isOfStory = Date.parse(found) >= begin && Date.parse(found) < begin + DAY_MS;
      return isOfStory ? found : new Date(begin).toISOString();
    });
}

function timed(begin: number, n: number): string {
  return digits(begin + n * 1_000, TIME_LENGTH) + letters(n, ID_LENGTH - TIME_LENGTH);
}

function letters(n: number, length: number): string {
  return [...hash(n)]
    .slice(0, length)
    .map((digit, i) => digits(Number.parseInt(digit, 16) + (i % 2) * 16, 1))
    .join("");
}

function hash(n: number): string {
  return createHash("sha256").update(`example ${n}`).digest("hex");
}
