// Words of issue trackers for what is over without having been mended: names of resolutions and of states.

/** Parts of them: `Cancelled`, `Won't Do`, `Closed as duplicate`. */
const WORDS = [
  ...["won't", "won’t", "wont", "reject", "declin", "duplicat", "cancel", "abandon", "invalid", "obsolete"],
  ...["not reproduc", "n't reproduc", "incomplete", "not a bug", "as designed", "by design"],
];

export function isWontFix(name: string): boolean {
  const said = name.toLowerCase();
  return WORDS.some((word) => said.includes(word));
}
