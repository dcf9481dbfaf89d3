// Headers that tell browsers what an answer, or a page, may do: Content-Security-Policy and its kind.

/** What no page was made for may load nothing and be shown nowhere. */
export const COMMON_HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

export type CommonHeaders = Record<string, string>;

/** The headers of every answer, with Strict-Transport-Security if it is set. */
export function commonHeaders(hsts: string | null): CommonHeaders {
  return hsts === null ? COMMON_HEADERS : { ...COMMON_HEADERS, "strict-transport-security": hsts };
}

/** Pages may load nothing from elsewhere, nothing inline, and nothing made from text. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

/** In place of those of every answer, on pages. */
export const PAGE_HEADERS = {
  "content-security-policy": PAGE_POLICY,
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
  "x-frame-options": "DENY",
};
