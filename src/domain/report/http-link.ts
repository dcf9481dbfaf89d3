// Addresses that strangers send: only http and https, and only those that every reader takes for the same place.
import { MAX_LINK } from "../limits.ts";

/** The address, or null when it is not to be trusted as a link. */
export function httpLink(text: string): string | null {
  if (text.length > MAX_LINK * 2) return null;
  const address = text.trim();
  const start = hostStart(address);
  if (start === 0 || address.length > MAX_LINK || hasStrange(address, start)) return null;
  const url = parsed(address);
  if (url === null || url.username !== "" || url.password !== "" || url.hostname === "") return null;
  // What a browser would write otherwise (spaces, quotes, letters beyond ASCII) is kept as the browser would write it.
  const plain = isPlain(address) ? address : url.href;
  return plain.length <= MAX_LINK ? plain : null;
}

function parsed(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

/** Where the host begins, after `http://` or `https://`; 0 for any other address. */
function hostStart(address: string): number {
  const scheme = address.slice(0, 8).toLowerCase();
  if (scheme === "https://") return 8;
  return scheme.startsWith("http://") ? 7 : 0;
}

/** Backslashes and control characters, which readers understand differently, and an `@` in front of the host. */
function hasStrange(address: string, start: number): boolean {
  let inHost = true;
  for (let i = start; i < address.length; i++) {
    const unit = address.charCodeAt(i);
    if (unit < 0x20 || (unit >= 0x7f && unit < 0xa0) || unit === 0x5c) return true;
    if (unit === 0x2f || unit === 0x3f || unit === 0x23) inHost = false;
    if (inHost && (unit === 0x40 || unit === 0x20)) return true;
  }
  return false;
}

function isPlain(address: string): boolean {
  for (let i = 0; i < address.length; i++) {
    const unit = address.charCodeAt(i);
    if (unit <= 0x20 || unit > 0x7e || unit === 0x22 || unit === 0x3c || unit === 0x3e || unit === 0x60) return false;
  }
  return true;
}
