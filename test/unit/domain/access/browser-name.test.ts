// The short form of what a browser says of itself.
import { expect, test } from "vitest";
import { shortAgent } from "../../../../src/domain/access/browser-name.ts";

const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit";
const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0";

test.each([
  [`${MAC}/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15`, "Safari on macOS"],
  [`${MAC}/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36`, "Chrome on macOS"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox on Linux"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/126.0.0.0`, "Edge on Windows"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 OPR/112.0.0.0`, "Opera on Windows"],
  [`Mozilla/5.0 (Linux; Android 14; Pixel 8) ${CHROME} Mobile Safari/537.36`, "Chrome on Android"],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`, "Chrome on ChromeOS"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1",
    "Safari on iOS",
  ],
  ["Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 CriOS/126.0 Safari/604.1", "Chrome on iOS"],
  ["curl/8.5.0", "curl/8.5.0"],
  ["Firefox/1", "Firefox"],
  ["  tool\t1.0 <b>", "tool"],
  ["x".repeat(100_000), "x".repeat(80)],
  ["\u00e9\u0000\u202e", null],
  ["", null],
  [undefined, null],
])("%j is shown as %j", (said, shown) => {
  expect(shortAgent(said)).toBe(shown);
});
