// Whether there may be a keyboard: a device that is only touched is told of no keys.
const NO_KEYS = "not all and (any-pointer: fine)";

export function hasKeyboard(): boolean {
  return !matchMedia(NO_KEYS).matches;
}

/** A hint that names a key, for those who have one. */
export function keyHint(words: string): string {
  return hasKeyboard() ? words : "";
}
