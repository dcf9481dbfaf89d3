// What a new password must not be: what whoever guesses tries first.
import { codePoints } from "../../lib/text/text.ts";
import { Fault } from "../fault.ts";
import { MAX_PASSWORD, MIN_PASSWORD } from "../limits.ts";
import { COMMON_PASSWORDS } from "./common-passwords.ts";
import { isStolen } from "./stolen-passwords.ts";

/** The owner of a password: one made of their name or address is no secret. */
export interface Owner {
  name: string;
  email: string;
}

const PRODUCT = "retest";
const ADVICE = "choose a few words that don't belong together";
const MIN_DIFFERENT = 5;
/** Characters that may stand beside what is easy to guess without making it any harder. */
const LITTLE = 3;
/** Parts of a name or an address that are shorter are found in too many words. */
const MIN_PART = 3;
const MIN_RUN = 3;
/** A number of fewer digits is somebody's telephone number or birthday, or soon tried. */
const MIN_DIGITS = 20;

/** What is wrong with a password, whoever it is for; null if nothing is. Every character counts, blanks too. */
export function passwordProblem(password: string): string | null {
  return ruleProblem(password) ?? (isStolen(plain(password)) ? guessable("it is on a list of stolen passwords") : null);
}

/**
 * What is wrong with a password, the list of stolen ones left aside: it holds only what these rules would let through.
 */
export function ruleProblem(password: string): string | null {
  if (codePoints(password, MIN_PASSWORD) < MIN_PASSWORD) return `expected at least ${MIN_PASSWORD} characters`;
  if (codePoints(password, MAX_PASSWORD) > MAX_PASSWORD) return `too long: at most ${MAX_PASSWORD} characters`;
  const text = plain(password);
  if (new Set(text.replaceAll(/\s/g, "")).size < MIN_DIFFERENT) return guessable("it repeats the same few characters");
  const digits = lettersAndDigits(text);
  // Blanks and signs between them make a number no longer.
  if (digits.length < MIN_DIGITS && /^\p{N}+$/u.test(digits)) return guessable("it has no letters");
  if (isWalk(text)) return guessable("it follows the keyboard, the alphabet or the digits");
  if (isCommon(text)) return guessable("it is a common password, or one with digits and signs added");
  return null;
}

/** What is wrong with a password that its owner's name, their e-mail address or the product's name makes guessable. */
export function ownPasswordProblem(password: string, owner: Owner): string | null {
  const left = partsOf(owner).reduce((text, part) => text.replaceAll(part, " "), lettersAndDigits(plain(password)));
  if (!left.includes(" ")) return null;
  const rest = left.replaceAll(/[\s\d]/g, "");
  if (rest.length > LITTLE && !isCommon(rest)) return null;
  return guessable("it is made of your name, your e-mail address or the product's name");
}

/** Throws `invalid_request`, which names the field that the password was given in. */
export function requireUnlikeOwner(field: string, password: string, owner: Owner): void {
  const problem = ownPasswordProblem(password, owner);
  if (problem !== null) throw new Fault("invalid_request", `${field}: ${problem}.`);
}

function guessable(why: string): string {
  return `too easy to guess: ${why}; ${ADVICE}`;
}

/** A password in small letters and one spelling, so that lists are compared with what was meant. */
export function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

function lettersAndDigits(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** The longest first: a whole name is found before its parts. */
function partsOf({ name, email }: Owner): string[] {
  const [local = "", domain = ""] = plain(email).split("@");
  const words = [plain(name), plain(email), local, domain, ...plain(name).split(/[^\p{L}\p{N}]+/u)];
  const pieces = [...local.split(/[^\p{L}\p{N}]+/u), ...domain.split(".").slice(0, -1), PRODUCT];
  const parts = [...words, ...pieces].map(lettersAndDigits).filter((part) => part.length >= MIN_PART);
  return [...new Set(parts)].sort((a, b) => b.length - a.length);
}

/** Signs and digits that are commonly written for letters. */
const WRITTEN_FOR: Record<string, string> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

function isCommon(text: string): boolean {
  if (COMMON_PASSWORDS.has(lettersAndDigits(text))) return true;
  const ends = text.replace(/[^\p{L}]+$/u, "");
  return [ends, ends.replace(/^[^\p{L}]+/u, "")].some((core) => {
    const letters = [...core].map((char) => WRITTEN_FOR[char] ?? char).join("");
    return COMMON_PASSWORDS.has(repeated(letters.replaceAll(/[^\p{L}]/gu, "")));
  });
}

/** What a text consists of if it says one thing several times; else the text. */
function repeated(text: string): string {
  const length = (text + text).indexOf(text, 1);
  return text.slice(0, length);
}

const ROWS = [
  "abcdefghijklmnopqrstuvwxyzabc",
  "012345678901234567890",
  "!@#$%^&*()_+",
  "qwertyuiop[]\\",
  "asdfghjkl;'",
  "zxcvbnm,./",
  "qwertzuiopü",
  "asdfghjklöä",
  "yxcvbnm,.-",
  "azertyuiop",
  "qsdfghjklm",
  "wxcvbn,;:",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/",
  "qazwsxedcrfvtgbyhnujmikolp",
  "1q2w3e4r5t6y7u8i9o0p",
  "q1w2e3r4t5y6u7i8o9p0",
  "qawsedrftgyhujikolp",
];
const WALKS = ROWS.flatMap((row) => [row, [...row].reverse().join("")]);

/** Whether all but a few characters stand beside each other on a keyboard or in the alphabet, or say one thing again and again. */
function isWalk(text: string): boolean {
  const unit = repeated(text);
  if (unit.length < text.length && unit.length <= MIN_RUN + 1) return true;
  let strange = 0;
  for (let i = 0; i < text.length && strange <= LITTLE; ) {
    const length = runAt(text, i);
    if (length < MIN_RUN) strange += 1;
    i += length < MIN_RUN ? 1 : length;
  }
  return strange <= LITTLE;
}

/** How many characters from a place on are neighbours on a keyboard or in the alphabet, or all the same. */
function runAt(text: string, at: number): number {
  let longest = 1;
  while (text[at + longest] === text[at]) longest += 1;
  for (const walk of WALKS) {
    while (at + longest < text.length && walk.includes(text.slice(at, at + longest + 1))) longest += 1;
  }
  return longest;
}
