// Sentences with somebody's words in them: characters that turn the direction of what follows would turn the rest of the sentence, too.
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The text without marks of direction; letters of each script keep their own. */
export function plainOrder(text: string): string {
  return text.replaceAll(TURNING, "");
}
