// Patterns with `*` for any characters and `?` for one.

/** Whether the whole text fits. Goes back to the last `*` alone, so it takes no longer than both lengths multiplied. */
export function fitsWildcard(pattern: string, text: string): boolean {
  let [p, t] = [0, 0];
  let [star, from] = [-1, 0];
  while (t < text.length) {
    if (pattern[p] === "*") {
      star = p++;
      from = t;
    } else if (p < pattern.length && (pattern[p] === "?" || pattern[p] === text[t])) {
      p++;
      t++;
    } else if (star !== -1) {
      p = star + 1;
      t = ++from;
    } else return false;
  }
  while (pattern[p] === "*") p++;
  return p === pattern.length;
}
