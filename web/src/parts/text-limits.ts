// How long texts may be, and what is said about one that is too long. No field cuts what is typed or pasted into it.
export const MAX_NAME = 200;
export const MAX_CODE = 50;
export const MAX_PREFIX = 5;
export const MAX_TITLE = 500;
export const MAX_INSTRUCTIONS = 10_000;
export const MAX_NOTE = 2_000;
export const MAX_TEXT = 4_000;
export const MAX_BUILD = 200;

/** As the server counts: by characters, however many units each has. */
export function lengthOf(text: string): number {
  return [...text].length;
}

/** Undefined when it is not too long. */
export function tooManyWords(text: string, limit: number): string | undefined {
  const length = lengthOf(text.trim());
  if (length <= limit) return undefined;
  return `${counted(length)} of ${counted(limit)} characters, ${counted(length - limit)} too many.`;
}

function counted(characters: number): string {
  return characters.toLocaleString("en");
}
