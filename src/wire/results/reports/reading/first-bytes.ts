// What a report begins with, by which its format is recognised.
import { encodingOf } from "../../../../lib/text/decode-text.ts";

/** Bytes of a file that are enough to recognise it. */
export const LOOKED_AT = 65_536;

/** Zip archives begin so, which spreadsheets are. The names of what is in them stand in them as they are. */
export const ARCHIVE = "PK\u0003\u0004";

/** The first `LOOKED_AT` bytes as text, without a byte order mark and spaces in front. */
export function startOf(head: Uint8Array): string {
  return new TextDecoder(encodingOf(head)).decode(head.subarray(0, LOOKED_AT)).trimStart();
}

/** The name of the outermost element of XML, behind declarations and comments; "" for anything else. */
export function rootOf(start: string): string {
  if (!start.startsWith("<")) return "";
  return /<([A-Za-z_][\w.-]*)/.exec(start.replaceAll(/<!--[\s\S]*?(?:-->|$)/g, ""))?.[1] ?? "";
}
