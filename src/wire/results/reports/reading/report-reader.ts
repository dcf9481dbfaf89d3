// What reading a test run has in common for all formats.
import type { TestCase } from "../../../../domain/results/test-case.ts";
import { cleanText, oneLine, splitList } from "../../../../lib/text/text.ts";

export interface RunReader {
  readonly cases: TestCase[];
  /** Throws `WrongRun`. */
  feed(bytes: Uint8Array): void;
  /** Throws `WrongRun`. */
  end(): void;
}

/** The file is not what it should be; the message says where and why. */
export class WrongRun extends Error {}

/** Characters of a name, or of a failure's text, that are looked at. */
export const MAX_CASE_TEXT = 2_000;
/** Characters of a failure that are kept with a result. */
const MAX_MESSAGE = 500;
export const MAX_PROPERTIES = 50;

/** Stands for the escape character, which XML has no room for. */
export const SHOWN_ESCAPE = "\u241b";
/** Tools colour what they print: the codes for that are taken out. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what colours are made of
const COLOURS = /(?:[\u001b\u241b]|&#(?:27|x1b);)\[[\d;]*m/gi;

export function caseName(text: string): string {
  return oneLine(text.slice(0, MAX_CASE_TEXT).replaceAll(COLOURS, ""));
}

export function namesIn(list: string): string[] {
  return splitList(caseName(list));
}

/** The message; null for one without text. */
export function messageOf(text: string): string | null {
  const message = cleanText(text.slice(0, MAX_CASE_TEXT)).replaceAll(COLOURS, "").trim();
  if (message === "") return null;
  return message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE - 1).toWellFormed()}…` : message;
}
