// A small number as it is written in a sentence: 5 is five.
import { thousands } from "./thousands.ts";

const WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** The number in words; above ten in digits. */
export function numberInWords(n: number): string {
  return WORDS[n] ?? thousands(n);
}
