// A cookie by which a browser is known as one that a person has signed in with. It opens nothing: whoever guesses passwords
// elsewhere, even in the same network, just can't make that browser wait.
import type { IncomingMessage } from "node:http";
import { KNOWN_BROWSER_MS } from "../../domain/limits.ts";
import type { Sealer } from "../../lib/crypto/sealer.ts";
import { randomText } from "../../lib/ids.ts";
import { cookieOf, setCookie } from "./cookie-attributes.ts";

const NAME = "retest-known";
const CONTEXT = "browser";

/** The text in its cookie if the person has signed in with this browser before; else undefined. */
export function knownBrowser(
  { browsers, baseUrl }: { browsers: Sealer; baseUrl: string },
  request: IncomingMessage,
  personId: string | undefined,
): string | undefined {
  const sealed = cookieOf(request, baseUrl, NAME);
  const opened = sealed === undefined ? undefined : browsers.open(CONTEXT, sealed);
  return opened?.split(" ")[0] === personId ? opened : undefined;
}

export function knownBrowserCookie(
  { browsers, baseUrl }: { browsers: Sealer; baseUrl: string },
  personId: string,
): string {
  const sealed = browsers.seal(CONTEXT, `${personId} ${randomText(16)}`);
  return setCookie(baseUrl, NAME, sealed, KNOWN_BROWSER_MS / 1_000);
}
