// When keys end. What one key makes, or gives a new secret, ends no later than that key does: else its own end would mean nothing.

/** Whether a key would work after the one that asks for it; null is no end. */
export function outlives(end: number | null, askerEnd: number | null): boolean {
  return askerEnd !== null && (end === null || end > askerEnd);
}
