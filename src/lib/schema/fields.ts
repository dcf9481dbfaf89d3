// Kinds of fields for the schema library: each cleans what it accepts and says what it wants.
import * as z from "zod";
import { didYouMean, nearestWord } from "../text/did-you-mean.ts";
import { cleanText, codePoints, oneLine, quote } from "../text/text.ts";
import { visibleLine } from "../text/visible-text.ts";
import { shownAs } from "./shown-as.ts";

/** Plain sentences in place of the library's "Too small: expected array to have >=1 items". A schema's own text wins. */
z.config({ customError: messageOf });

/** Unknown fields that a message names. */
const NAMED = 5;

function messageOf(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "too_small") return tooLittle(issue.origin, Number(issue.minimum));
  if (issue.code === "too_big") return tooMuch(issue.origin, Number(issue.maximum));
  if (issue.code === "unrecognized_keys") return unknownFields(issue.keys.slice(0, NAMED), issue.inst);
  if (issue.code === "invalid_value") return otherValue(issue.input, issue.values);
  return undefined;
}

/** `inst` is the schema that does not have them. */
function unknownFields(names: readonly string[], inst: unknown): string {
  const known = Object.keys((inst as { shape?: object } | undefined)?.shape ?? {});
  const meant = names.flatMap((name) => nearestWord(name, known) ?? []);
  const hint = meant.length === 0 ? "" : `; did you mean ${meant.map(quote).join(", ")}?`;
  return `unknown field ${names.map(quote).join(", ")}${hint}`;
}

function otherValue(given: unknown, values: readonly unknown[]): string | undefined {
  const words = values.filter((value) => typeof value === "string");
  const hint = typeof given === "string" ? didYouMean(given, words, null) : null;
  return hint === null ? undefined : `expected one of ${words.map(quote).join(", ")}; ${hint}`;
}

function tooLittle(what: string, min: number): string | undefined {
  if (what === "string") return min === 1 ? "can't be empty" : `too short: at least ${min} characters`;
  if (what === "array") return min === 1 ? "the list can't be empty" : `too few: at least ${min} entries`;
  return what === "number" ? `expected ${min} or more` : undefined;
}

function tooMuch(what: string, max: number): string | undefined {
  if (what === "string") return `too long: at most ${max} characters`;
  if (what === "array") return `too many: at most ${max} ${max === 1 ? "entry" : "entries"}`;
  return what === "number" ? `expected ${max} or less` : undefined;
}

/** Text of several lines, trimmed, `min` to `max` code points. */
export function longText(max: number, min = 1) {
  return lengths(max, min).transform(trimmed).superRefine(bounded(max, min));
}

/** Text on one line, trimmed, 1 to `max` code points. */
export function lineText(max: number) {
  return lengths(max, 1).transform(oneLine).superRefine(bounded(max, 1));
}

/** A name: on one line, and without characters that nobody sees. */
export function nameText(max: number) {
  return lengths(max, 1).transform(visibleLine).superRefine(bounded(max, 1));
}

/** The lengths as the API documents them; the trimmed text is checked elsewhere. */
function lengths(maxLength: number, minLength: number) {
  return z.string().meta({ minLength, maxLength });
}

/**
 * A list that stops at its first wrong entry: a list of a hundred thousand wrong ones would otherwise take a hundred
 * thousand complaints to refuse.
 */
export function listOf<Entry extends z.ZodType>(entry: Entry, max: number, min = 0) {
  const entries = z.array(z.unknown()).min(min).max(max);
  return shownAs(entries, z.array(entry).min(min).max(max)).transform((values, context) => {
    const list: z.output<Entry>[] = [];
    for (const [i, value] of values.entries()) {
      const read = entry.safeParse(value);
      if (!read.success) {
        for (const issue of read.error.issues.slice(0, 5)) {
          context.issues.push({ ...plainly(issue), path: [i, ...issue.path], input: value });
        }
        return z.NEVER;
      }
      list.push(read.data);
    }
    return list;
  });
}

/** Makes an issue a custom one: after one about unknown fields the library would run the next steps all the same. */
function plainly(issue: z.core.$ZodIssue) {
  return { code: "custom" as const, message: issue.message };
}

/** A name to look something up by: it is compared as it stands. */
export const lookupName = z
  .string()
  .min(1)
  .max(4_096)
  .refine((name) => !name.includes("\0"), "a name can't have a NUL character");

/** A number in a query: plain decimal digits, nothing that merely reads as a number. */
export function wholeNumber(min: number, max: number) {
  return z
    .string()
    .refine((text) => isWhole(text, min, max), `expected a whole number from ${min} to ${max}`)
    .meta({ type: "integer", minimum: min, maximum: max })
    .transform(Number);
}

function trimmed(text: string): string {
  return cleanText(text).trim();
}

function bounded(max: number, min: number) {
  return (text: string, context: z.RefinementCtx) => {
    if (text.length < min) context.addIssue(`expected at least ${min} character other than spaces`);
    else if (codePoints(text, max) > max) context.addIssue(`too long: at most ${max} characters`);
  };
}

function isWhole(text: string, min: number, max: number): boolean {
  if (text.length === 0 || text.length > 16 || (text[0] === "0" && text !== "0")) return false;
  for (const char of text) if (char < "0" || char > "9") return false;
  return Number(text) >= min && Number(text) <= max;
}
