// Sections and checks by what they are called: which of them a few typed letters mean.

export interface RunbookPlace {
  kind: "section" | "check";
  id: string;
  ref: string;
  title: string;
  appId: string;
}

/** How well a text fits, the best first: its ref begins so, its title does, or all words are somewhere in them. Null for not at all. */
function fitOf(text: string, words: readonly string[], { ref, title }: RunbookPlace): number | null {
  const [lowerRef, lowerTitle] = [ref.toLowerCase(), title.toLowerCase()];
  if (lowerRef.startsWith(text)) return 0;
  if (lowerTitle.startsWith(text)) return 1;
  return words.every((word) => lowerTitle.includes(word) || lowerRef.includes(word)) ? 2 : null;
}

/** The best places, at most so many; equally good ones keep their order. */
export function findPlaces(places: readonly RunbookPlace[], typed: string, limit: number): RunbookPlace[] {
  const text = typed.trim().toLowerCase();
  const words = text.split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const byFit: RunbookPlace[][] = [[], [], []];
  for (const place of places) {
    const fit = fitOf(text, words, place);
    if (fit !== null && byFit[fit]!.length < limit) byFit[fit]!.push(place);
  }
  return byFit.flat().slice(0, limit);
}

/** Checks that are looked through for one question. */
const MAX_CHECKS = 20_000;

/** The apps to search: the one that is meant first, then those changed last, up to a bound. */
export function appsToLookThrough<App extends { id: string; updatedAt: number; checks: number }>(
  apps: readonly App[],
  first: string | null,
): App[] {
  const rank = ({ id, updatedAt }: App) => (id === first ? Number.POSITIVE_INFINITY : updatedAt);
  const chosen: App[] = [];
  let checks = 0;
  for (const app of apps.toSorted((a, b) => rank(b) - rank(a))) {
    // An app counts for a few checks, however small it is: it has sections, too.
    checks += Math.max(20, app.checks);
    if (checks > MAX_CHECKS && chosen.length > 0) break;
    chosen.push(app);
  }
  return chosen;
}
