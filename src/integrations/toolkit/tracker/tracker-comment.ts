// What somebody wrote below an item of a tracker, on its way here. What we wrote there ourselves is known by its last line, and never taken.
import { MAX_NAME, MAX_TEXT } from "../../../domain/limits.ts";
import { beginning, cleanText, codePoints } from "../../../lib/text/text.ts";
import { isInvisible } from "../../../lib/text/visible-text.ts";
import { nameOf } from "../names-and-ids.ts";
import type { ToolCommand } from "../tool-command.ts";
import { NEEDS_RETEST, SAID } from "./tracker-text.ts";

export interface TrackerComment {
  /** The item's id there, and the comment's. */
  item: string;
  id: string;
  text: string;
  by: string;
  receipt: string | null;
}

export function commentCommand({ item, id, text, by, receipt }: TrackerComment): ToolCommand {
  if (![item, id].every(isId)) return { ask: "nothing", why: "unreadable" };
  const words = shortened(cleanText(text).trim());
  if (isInvisible(words)) return { ask: "nothing", why: "no_text" };
  return {
    ask: "comment",
    by: nameOf(by),
    receipt,
    comment: { item, externalId: id, text: words, toldOf: toldOf(text) },
  };
}

export function deletionCommand({ id, by }: Pick<TrackerComment, "id" | "by">): ToolCommand {
  if (!isId(id)) return { ask: "nothing", why: "unreadable" };
  return { ask: "delete_comment", by: nameOf(by), comment: id };
}

function isId(id: string): boolean {
  return id !== "" && id.length <= MAX_NAME && id === nameOf(id);
}

/**
 * The id of the issue that our own words there tell of; null of anybody else's. What we say ends with a whole sentence of ours, which stands
 * alone below a comment, and is all of it otherwise. Who quotes it, or ends with a link to an issue, says something of their own.
 */
export function toldOf(text: string): string | null {
  const said = text.trimEnd().replace(MARK, "").trim();
  const last = said.slice(said.lastIndexOf("\n") + 1);
  const found = last.length > LONGEST_SENTENCE ? null : SENTENCE.exec(last);
  if (found === null) return null;
  const [, did, issue] = found;
  return did === SAID.commented || last === said ? issue! : null;
}

/** The hidden line that our comments at GitHub end with. */
const MARK = /\n<!-- retest: [^<>\n]{1,200} -->$/;
const LONGEST_SENTENCE = 4_096;
/** Finds the comment's first sentence, in Markdown or in Jira's markup. */
const SENTENCE = new RegExp(
  String.raw`^(${Object.values(SAID).join("|")}) by .* at \d{4}-\d\d-\d\dT[\d:.]+Z\.(?:${NEEDS_RETEST})? ` +
    String.raw`\[[A-Za-z]{2,5}-\d{1,15}(?:\]\(<?|\|)https?://[^\s<>()|\]]+/issues/(iss_[0-9a-z]+)(?:#[\w-]*)?(?:>?\)|[|\]][^[\]]*\]?)$`,
);

function shortened(text: string): string {
  return codePoints(text, MAX_TEXT) <= MAX_TEXT ? text : `${beginning(text, MAX_TEXT - 1).trimEnd()}…`;
}
