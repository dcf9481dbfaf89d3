// Refusals at the endpoints that OAuth defines: programs that ask there read the form that it gives them (RFC 6749, 5.2), and no other.
import type { FaultCode } from "../../domain/fault.ts";

const PREFIX = "/oauth/";

/** What passes by itself, in the words that OAuth has for it; whatever else is refused is wrong with the request. */
const WORDS: Partial<Record<FaultCode, string>> = {
  rate_limited: "temporarily_unavailable",
  unavailable: "temporarily_unavailable",
  in_progress: "temporarily_unavailable",
  internal: "server_error",
};

/** No answer of these endpoints is kept by anybody, refusals included. */
export const OAUTH_HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  pragma: "no-cache",
};

/** The form of a refusal of this request; `body` has the one of everywhere else. */
export function refusalForm(url: string, body: string): { headers: Record<string, string>; text: string } {
  if (!url.startsWith(PREFIX)) return { headers: { "content-type": OAUTH_HEADERS["content-type"] }, text: body };
  const { code, message } = (JSON.parse(body) as { error: { code: FaultCode; message: string } }).error;
  return { headers: OAUTH_HEADERS, text: presentOAuthError(WORDS[code] ?? "invalid_request", message) };
}

export function presentOAuthError(error: string, description: string): string {
  return JSON.stringify({ error, error_description: description });
}
