// Text of a file in the encodings that people's programs write: UTF-8, and UTF-16 where a byte order mark says so.

/** The text without its byte order mark; null for bytes that are text in neither encoding. */
export function decodeText(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
    // UTF-16 without its mark reads as UTF-8 with a NUL in every second place.
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}
