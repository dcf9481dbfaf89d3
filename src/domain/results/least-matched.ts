// How many cases of a test run have to match a check, as people ask for it: a number, or a share such as 80%.
export interface LeastMatched {
  count: number;
  isShare: boolean;
}

/** Null for what is neither. */
export function parseLeastMatched(text: string): LeastMatched | null {
  const found = /^(\d{1,6})(%?)$/.exec(text);
  if (found === null) return null;
  const least = { count: Number(found[1]), isShare: found[2] === "%" };
  return least.isShare && least.count > 100 ? null : least;
}

/** `wereRun` are all cases but those that were skipped. A share of none at all is still one: a run in which nothing ran proves nothing. */
export function neededOf({ count, isShare }: LeastMatched, wereRun: number): number {
  if (!isShare || count === 0) return count;
  return Math.max(1, Math.ceil((wereRun * count) / 100));
}

/** Why cases of a report don't count as run. */
export const SKIPPED_BY = "a status that is not run or not known, or a check that is applicable nowhere";
