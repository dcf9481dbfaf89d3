// In which content coding somebody takes an answer: Accept-Encoding, by its weights.

export type Coding = "br" | "gzip";

/** Codings, the better ones first. */
const CODINGS: readonly Coding[] = ["br", "gzip"];
const WEIGHT = /^\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*$/i;

/**
 * The one of `offered` that the client likes best; undefined for as it is, which is also what somebody gets who takes
 * nothing that there is.
 */
export function codingFor(accepted: string | undefined, offered: readonly Coding[] = CODINGS): Coding | undefined {
  if (accepted === undefined) return undefined;
  const weights = weightsOf(accepted);
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get("*") ?? 0;
  let best: Coding | undefined;
  // The answer without a coding counts as liked least, unless the client says how much it likes that.
  let bestWeight = weights.get("identity") ?? 0;
  for (const coding of CODINGS) {
    const weight = offered.includes(coding) ? weightOf(coding) : 0;
    const isBetter = best === undefined ? weight > 0 && weight >= bestWeight : weight > bestWeight;
    if (!isBetter) continue;
    best = coding;
    bestWeight = weight;
  }
  return best;
}

function weightsOf(accepted: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of accepted.split(",")) {
    const [name = "", ...parameters] = part.split(";");
    const coding = name.trim().toLowerCase();
    // An old name that some still use.
    weights.set(coding === "x-gzip" ? "gzip" : coding, weightIn(parameters));
  }
  return weights;
}

/** What can't be read is not what was meant: then the coding is not used. */
function weightIn(parameters: readonly string[]): number {
  if (parameters.length === 0) return 1;
  return Number(WEIGHT.exec(parameters[0]!)?.[1] ?? 0);
}
