// Whether a payload reports that something has recovered, and what a webhook may do with that.
import { asShown, type Payload } from "../mapping/value-at-path.ts";
import { lookUp } from "../mapping/words.ts";
import type { ReportReader } from "./compiled-reader.ts";
import { type FoundValue, findIn } from "./read-fields.ts";

/** `raise` treats a recovery as any delivery, `ignore` raises nothing for it, `fix` marks its open issue fixed. */
export const RECOVERIES = ["raise", "ignore", "fix"] as const;
export type Recoveries = (typeof RECOVERIES)[number];

/** How a recovery is handled when it raises no issue. */
export type RecoveryRule = Exclude<Recoveries, "raise">;

/** Words with which most tools say that something recovered. */
const WORDS = new Map(
  "resolved ok recovered recovery close closed fixed done up operational true"
    .split(" ")
    .map((word) => [word, true as const]),
);

export interface RecoveryReading {
  isRecovery: boolean;
  /** Where the payload says how things are; null when it doesn't. */
  found: FoundValue | null;
}

/** A payload that doesn't say how things are may still have a title that its preset knows for that of a recovery. */
export function readRecovery(reader: ReportReader, payload: Payload, title: string | null): RecoveryReading {
  const found = findIn(reader, payload, "recovered", asShown);
  if (found !== null) return { isRecovery: meansRecovered(reader, found.value), found };
  return { isRecovery: title !== null && reader.recoveredTitle?.test(title) === true, found };
}

function meansRecovered({ words }: ReportReader, word: string): boolean {
  return lookUp(words.recovered, word) ?? lookUp(WORDS, word) ?? false;
}
