// What is said about a text that is too long. No field cuts what is typed or pasted into it.

/** The length as the server counts it: in characters, however many units each has. */
export function lengthOf(text: string): number {
  return [...text].length;
}

/** The error for a text that is too long; undefined for others. */
export function tooLongText(text: string, limit: number): string | undefined {
  const length = lengthOf(text.trim());
  if (length <= limit) return undefined;
  return `${counted(length)} of ${counted(limit)} characters, ${counted(length - limit)} too many.`;
}

function counted(characters: number): string {
  return characters.toLocaleString("en");
}
