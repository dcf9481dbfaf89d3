// Checks that are too long to be saved, and what is said about them. Nothing is ever cut.
import { MAX_INSTRUCTIONS, MAX_TITLE } from "../../../../../src/wire/limits.ts";
import { lengthOf } from "../../../components/form/text-limits.ts";

export function isTooLong({ title, instructions = "" }: { title: string; instructions?: string }): boolean {
  return lengthOf(title) > MAX_TITLE || lengthOf(instructions) > MAX_INSTRUCTIONS;
}

/** Why a check can't be added as it is. */
export function tooLong({ title, instructions = "" }: { title: string; instructions?: string }): string {
  if (lengthOf(title) > MAX_TITLE) {
    return `The title has ${lengthOf(title).toLocaleString("en")} characters; at most ${MAX_TITLE} are allowed. Shorten it; the rest can go into the instructions.`;
  }
  return `The instructions have ${lengthOf(instructions).toLocaleString("en")} characters; at most ${MAX_INSTRUCTIONS.toLocaleString("en")} are allowed. Shorten them.`;
}

/** About pasted lines that are too long; null when none is. */
export function tooLongChecksText(
  checks: readonly { title: string; instructions?: string; line: number }[],
): string | null {
  const long = checks.filter(isTooLong);
  if (long.length === 0) return null;
  const MAX_NAMED = 5;
  const named = long.slice(0, MAX_NAMED).map(({ title, line }) => `line ${line} (${lengthOf(title)} characters)`);
  const more = long.length > MAX_NAMED ? `, and ${long.length - MAX_NAMED} more` : "";
  const added = checks.length - long.length;
  return `${added === 1 ? "1 check" : `${added} checks`} added. Too long to be saved: ${named.join(", ")}${more}. A title may have ${MAX_TITLE} characters; shorten those that are marked.`;
}
