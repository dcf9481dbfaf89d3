// The word that somebody probably meant.

/** The known word that takes the fewest changes to get to, if that is few enough to be a typing error. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  const said = word.toLowerCase();
  if (said.length > 40) return undefined;
  let best: string | undefined;
  let fewest = 1 + Math.max(1, Math.floor(said.length / 3));
  for (const one of known) {
    if (Math.abs(one.length - said.length) >= fewest) continue;
    const changes = distance(said, one.toLowerCase());
    if (changes >= fewest) continue;
    best = one;
    fewest = changes;
  }
  return best;
}

/** Letters to add, drop, replace or swap with their neighbour to make one word of the other. */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? rows[i - 2]![j - 2]! + 1 : replaced;
      row.push(Math.min(replaced, swapped, rows[i - 1]![j]! + 1, row[j - 1]! + 1));
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}
