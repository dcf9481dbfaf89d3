// What came of a call to somebody else's server, in words.

interface CallText {
  /** Who was called, at the beginning of a sentence. */
  who: string;
  /** What the address is called here. */
  url: string;
  /** Seconds that an answer was waited for. */
  seconds: number;
}

/** The outcome in words; null when there are none for it. */
export function callOutcomeText(outcome: string, { who, url, seconds }: CallText): string | null {
  if (outcome.startsWith("http_")) return httpText(Number(outcome.slice(5)), who, url);
  const words: Record<string, string> = {
    timeout: `${who} did not answer within ${seconds} seconds.`,
    invalid_url: `${url} can't be used. Save it again to see what is wrong with it.`,
    private_address: "The host has an address that is not public, so nothing was sent.",
    unresolved: `The host's name could not be looked up. Look for a typing mistake in ${lowered(url)}.`,
    unreachable: `The address of ${lowered(who)} can't be reached.`,
    refused: `${who} refused the connection: nothing listens there.`,
    tls: `The secure connection failed. Look at the certificate of ${lowered(who)}.`,
    reset: `${who} closed the connection before it answered.`,
    bad_answer: `${who} did not answer in HTTP.`,
    failed: "The connection failed.",
  };
  return Object.hasOwn(words, outcome) ? words[outcome]! : null;
}

function httpText(status: number, who: string, url: string): string {
  if (status >= 300 && status < 400)
    return `${who} answered ${status}. Redirects are not followed: give the final URL.`;
  if (status === 401 || status === 403) return `${who} answered ${status}: access was denied.`;
  if (status === 404 || status === 410) return `${who} answered ${status}: there is nothing at ${lowered(url)}.`;
  if (status === 429) return `${who} answered 429: it received too many requests.`;
  if (status >= 500) return `${who} answered ${status}: it had an error of its own.`;
  return `${who} answered ${status}, which is not a success.`;
}

/** Inside a sentence; a name stays as it is. */
function lowered(text: string): string {
  return text.replace(/^The /, "the ");
}
