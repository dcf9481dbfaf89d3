// Names and ids as tools send them, as they are kept.
import { MAX_NAME } from "../../domain/limits.ts";
import { cleanText } from "../../lib/text/text.ts";
import { visibleLine } from "../../lib/text/visible-text.ts";

/** One line of bearable length; empty where nobody is named. */
export function nameOf(text: string): string {
  return visibleLine(text.slice(0, MAX_NAME));
}

/** What a tool calls one delivery, kept as the name of a receipt; null when it calls it nothing, or something strange. */
export function receiptOf(header: string | string[] | undefined): string | null {
  if (typeof header !== "string" || header === "" || header.length > MAX_NAME) return null;
  return `delivery:${cleanText(header)}`;
}
