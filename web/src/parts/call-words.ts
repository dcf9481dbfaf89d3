// What came of a call to somebody else's server, in words.

/** `who` was called, `url` is what the address is called here. Null when there are no words for it. */
export function callWords(outcome: string, who: string, url: string): string | null {
  if (outcome.startsWith("http_")) return httpWords(Number(outcome.slice(5)), who, url);
  const words: Record<string, string> = {
    timeout: `${who} did not answer within five seconds.`,
    invalid_url: `${url} can't be used as it stands. Save it again to see what is wrong with it.`,
    private_address: "The host leads to an address that is not public, so nothing was sent.",
    unresolved: `The host's name could not be looked up. Look for a typing mistake in ${lowered(url)}.`,
    unreachable: `No way leads to the address of ${lowered(who)}.`,
    refused: `${who} refused the connection: nothing listens there.`,
    tls: `The secure connection failed. Look at the certificate of ${lowered(who)}.`,
    reset: `${who} cut the connection before it answered.`,
    bad_answer: `What ${lowered(who)} answered was no HTTP.`,
    failed: "The connection failed.",
  };
  return Object.hasOwn(words, outcome) ? words[outcome]! : null;
}

function httpWords(status: number, who: string, url: string): string {
  if (status >= 300 && status < 400)
    return `${who} answered ${status}. Redirects are not followed: give the final URL.`;
  if (status === 401 || status === 403) return `${who} answered ${status}: it did not accept who sent it.`;
  if (status === 404 || status === 410) return `${who} answered ${status}: nothing is at ${lowered(url)}.`;
  if (status === 429) return `${who} answered 429: it was told too much at once.`;
  if (status >= 500) return `${who} answered ${status}: it has trouble of its own.`;
  return `${who} answered ${status}, which is no success.`;
}

/** Inside a sentence; a name stays as it is. */
function lowered(text: string): string {
  return text.replace(/^The /, "the ");
}
