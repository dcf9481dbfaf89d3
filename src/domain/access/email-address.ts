// E-mail addresses that people sign in with: how they are kept, and which are taken. What a mail program, or a reader, could take for another address is
// refused, wherever it comes from.
import { oneLine } from "../../lib/text/text.ts";
import { visibleLine } from "../../lib/text/visible-text.ts";
import { MAX_EMAIL } from "../limits.ts";

/**
 * The form in which an address is stored: neither capitals nor the way a keyboard composes accents make a difference.
 */
export function signInEmail(text: string): string {
  return oneLine(text).normalize("NFC").toLowerCase();
}

const HAS_CONTROL = /[\p{Cc}\u2028\u2029]/u;
/** Blanks, and what mail programs give a meaning. */
const PART = /^[^@\s<>()[\],;:"\\]+$/u;
/** A part of a host's name, in any alphabet. */
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;

/** What is wrong with an address as it was given, blanks around it left aside; null if it is taken. */
export function emailProblem(text: string): string | null {
  const given = text.trim();
  const [name, host, ...more] = given.split("@");
  if (HAS_CONTROL.test(given) || !given.isWellFormed() || visibleLine(given) !== given.normalize("NFC")) {
    return "expected an e-mail address without characters that nobody sees";
  }
  if (host === undefined || more.length > 0 || ![name!, host].every((part) => PART.test(part))) {
    return "expected an e-mail address, and only one, as in ines@example.com";
  }
  if (!name!.split(".").every((part) => part !== "") || !host.split(".").every((part) => part !== "")) {
    return "expected an e-mail address without two dots in a row, or a dot next to the @ or at an end";
  }
  if (!host.split(".").every((part) => LABEL.test(part))) {
    return "expected an e-mail address with the name of a host behind the @: letters, digits and hyphens";
  }
  // In small letters some addresses are longer, and those are kept.
  return signInEmail(given).length > MAX_EMAIL ? `expected an e-mail address of at most ${MAX_EMAIL} characters` : null;
}
