// A secret that nobody guesses, for a tool that is to sign with it.
const BYTES = 32;

export function makeSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return `rs_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
