// Texts of strangers in Jira's wiki markup: as they were written, with nothing live in them.
import { cleanText, oneLine } from "../../lib/text/text.ts";

/** A sign that is not shown, and parts what must not be read together. */
const JOINER = "\u2060";

/** A block that nothing in the text can end. */
export function wikiBlock(text: string): string {
  return `{noformat}\n${cleanText(text).replaceAll(/\{(?=noformat)/gi, `{${JOINER}`)}\n{noformat}`;
}

/** A few words within a sentence: every sign that could mean something is escaped. */
export function wikiWords(text: string): string {
  return oneLine(text)
    .replaceAll(/[\\[\]{}|*_+^~?!@#-]/g, (sign) => `\\${sign}`)
    .replaceAll("://", `:${JOINER}//`);
}
