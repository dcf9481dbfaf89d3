// What is said about a text that is too long. No field cuts what is typed or pasted into it.

/** As the server counts: by characters, however many units each has. */
export function lengthOf(text: string): number {
  return [...text].length;
}

/** Undefined when it is not too long. */
export function tooLongText(text: string, limit: number): string | undefined {
  const length = lengthOf(text.trim());
  if (length <= limit) return undefined;
  return `${counted(length)} of ${counted(limit)} characters, ${counted(length - limit)} too many.`;
}

function counted(characters: number): string {
  return characters.toLocaleString("en");
}
