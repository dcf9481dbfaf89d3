// What is in a cycle, in words.
import type { App, Cycle } from "../../api/types.ts";

/** "Only iOS; only Cart and Checkout"; null for a cycle of everything. */
export function scopeText(
  { platforms, sections, from }: Pick<Cycle, "platforms" | "sections" | "from">,
  known: App["platforms"],
): string | null {
  const parts: string[] = [];
  if (from !== null) parts.push(`what was left of ${from.name}`);
  if (platforms !== null) {
    const named = known.filter(({ code }) => platforms.includes(code)).map(({ label }) => label);
    // A closed cycle may name a platform that is gone.
    const gone = platforms.filter((code) => known.every((one) => one.code !== code));
    parts.push(listed([...named, ...gone]));
  }
  if (sections !== null) parts.push(listed(sections.map(({ title }) => title)));
  if (parts.length === 0) return null;
  return parts.map((part, i) => (i === 0 ? `Only ${part}` : `only ${part}`)).join("; ");
}

const MAX_NAMED = 3;
const names = new Intl.ListFormat("en", { type: "conjunction" });

function listed(words: readonly string[]): string {
  if (words.length <= MAX_NAMED + 1) return names.format(words);
  return names.format([...words.slice(0, MAX_NAMED), `${words.length - MAX_NAMED} more`]);
}
