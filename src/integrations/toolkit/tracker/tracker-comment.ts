// What somebody wrote below an item of a tracker, on its way here. What we wrote there ourselves is known by its last line, and never comes back.
import { MAX_NAME, MAX_TEXT } from "../../../domain/limits.ts";
import { beginning, cleanText, codePoints } from "../../../lib/text/text.ts";
import { nameOf } from "../names-and-ids.ts";
import type { ToolCommand } from "../tool-command.ts";

export interface TrackerComment {
  /** The item's id there, and the comment's. */
  item: string;
  id: string;
  text: string;
  by: string;
  receipt: string | null;
  /** By which codes of the app's issues begin. */
  prefixes: readonly string[];
}

/** A hidden mark, as our comments at GitHub end with. */
const MARK = /<!-- retest: [^<>]{1,200} -->\s*$/;

export function commentCommand({ item, id, text, by, receipt, prefixes }: TrackerComment): ToolCommand {
  if ([item, id].some((name) => name === "" || name.length > MAX_NAME || name !== nameOf(name))) {
    return { ask: "nothing", why: "unreadable" };
  }
  if (isOurs(text, prefixes)) return { ask: "nothing", why: "own_comment" };
  const words = shortened(cleanText(text).trim());
  if (words === "") return { ask: "nothing", why: "no_text" };
  return { ask: "comment", by: nameOf(by), receipt, comment: { item, externalId: id, text: words } };
}

/** All that we say there ends with a link to the issue that is called by its code. Somebody's own words below a quote of it don't. */
export function isOurs(text: string, prefixes: readonly string[]): boolean {
  if (MARK.test(text)) return true;
  const last = text.trimEnd().split("\n").at(-1)!.slice(-LONGEST_LINK);
  const found = LINK.exec(last);
  return found !== null && prefixes.includes(found[1]!.toUpperCase());
}

const LONGEST_LINK = 4_096;
/** In Markdown, and as Jira writes it. */
const LINK =
  /\[([A-Za-z]{2,5})-\d{1,15}(?:\]\(<?|\|)https?:\/\/[^\s<>()|\]]+\/issues\/iss_[0-9a-z]+(?:#[\w-]*)?(?:>?\)|[|\]][^[\]]*\]?)\s*$/;

function shortened(text: string): string {
  return codePoints(text, MAX_TEXT) <= MAX_TEXT ? text : `${beginning(text, MAX_TEXT - 1).trimEnd()}…`;
}
