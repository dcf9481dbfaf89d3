// A whole number as people read it: 1048576 is 1,048,576.

/** A number with commas between its thousands. Node's own formatter would slow the start down. */
export function thousands(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ",");
}
