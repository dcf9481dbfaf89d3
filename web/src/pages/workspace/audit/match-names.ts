// Whom somebody means who types a name, or a part of one.

/** The one that is called exactly so, or all that have every typed word; none for what nobody is called, and for nothing. */
export function matchNames(typed: string, names: readonly string[]): string[] {
  const text = typed.trim().toLowerCase();
  if (text === "") return [];
  const exact = names.find((name) => name === typed.trim()) ?? names.find((name) => name.toLowerCase() === text);
  if (exact !== undefined) return [exact];
  const words = text.split(/\s+/);
  return names.filter((name) => words.every((word) => name.toLowerCase().includes(word)));
}
