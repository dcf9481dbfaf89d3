// What a report begins with, by which its format is recognised.

/** Bytes of a file that are enough to recognise it. */
export const LOOKED_AT = 65_536;

/** The first `LOOKED_AT` bytes as text, without a byte order mark and spaces in front. */
export function startOf(head: Uint8Array): string {
  return new TextDecoder().decode(head.subarray(0, LOOKED_AT)).trimStart();
}

/** The name of the outermost element of XML, behind declarations and comments; "" for anything else. */
export function rootOf(start: string): string {
  if (!start.startsWith("<")) return "";
  return /<([A-Za-z_][\w.-]*)/.exec(start.replaceAll(/<!--[\s\S]*?(?:-->|$)/g, ""))?.[1] ?? "";
}
