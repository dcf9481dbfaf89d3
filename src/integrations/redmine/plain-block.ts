// Texts of strangers as Redmine shows them, whichever of its markups a server is set to (Textile, CommonMark, the older Markdown): as they were
// written, with nothing live in them.
import { cleanText } from "../../lib/text/text.ts";

/** A sign that is not shown, and parts what must not be read together. */
const JOINER = "\u2060";

/**
 * Preformatted for two of the markups, and indented after an empty line for the third. Tags within it are no tags, and nobody is mentioned: Redmine
 * looks for names in preformatted text, too.
 */
export function plainBlock(text: string): string {
  const harmless = cleanText(text)
    .replaceAll("<", `<${JOINER}`)
    .replaceAll(/(?<![\p{L}\p{N}])@/gu, `@${JOINER}`);
  const lines = harmless.split("\n").map((line) => `    ${line}`);
  return `<pre>\n\n${lines.join("\n")}\n\n</pre>`;
}
