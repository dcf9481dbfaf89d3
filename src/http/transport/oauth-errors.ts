// Answers at the endpoints that OAuth defines: programs that ask there, also in web pages, read the form that it gives refusals
// (RFC 6749, 5.2), and no other.
import type { FaultCode } from "../../domain/fault.ts";

const PREFIX = "/oauth/";
const METADATA_PREFIX = "/.well-known/oauth-";

/** What passes by itself, in the words that OAuth has for it; whatever else is refused is wrong with the request. */
const WORDS: Partial<Record<FaultCode, string>> = {
  rate_limited: "temporarily_unavailable",
  unavailable: "temporarily_unavailable",
  in_progress: "temporarily_unavailable",
  internal: "server_error",
};

/** Assistants run in web pages, too, and nothing here knows anybody by a cookie. */
const FOR_PAGES = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "retry-after, x-request-id",
};

/** What a page's browser asks for beforehand, which it may remember for a day. */
export const PREFLIGHT_HEADERS = {
  ...FOR_PAGES,
  "access-control-allow-methods": "GET, HEAD, POST",
  "access-control-allow-headers": "authorization, content-type, mcp-protocol-version",
  "access-control-max-age": "86400",
};

/** No answer of these endpoints is kept by anybody, refusals included. */
export const OAUTH_HEADERS = {
  ...FOR_PAGES,
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  pragma: "no-cache",
};

/** The form of a refusal of this request; `body` has the one of everywhere else. */
export function refusalForm(url: string, body: string): { headers: Record<string, string>; text: string } {
  if (!url.startsWith(PREFIX)) {
    const pages = url.startsWith(METADATA_PREFIX) ? FOR_PAGES : {};
    return { headers: { "content-type": OAUTH_HEADERS["content-type"], ...pages }, text: body };
  }
  const { code, message } = (JSON.parse(body) as { error: { code: FaultCode; message: string } }).error;
  return { headers: OAUTH_HEADERS, text: presentOAuthError(WORDS[code] ?? "invalid_request", message) };
}

export function presentOAuthError(error: string, description: string): string {
  return JSON.stringify({ error, error_description: description });
}
