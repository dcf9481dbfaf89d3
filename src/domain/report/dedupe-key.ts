// What tells further deliveries of the same thing: the tool's name and its own id, which the key spells out. Most tools
// count upwards or begin with the time, so the keys of one hour stand side by side, and the pages they are on are few.
import { sha256 } from "../../lib/crypto/sha256.ts";
import { codePoints } from "../../lib/text/text.ts";
import type { WebhookReport } from "../issues/issue.ts";
import { MAX_SOURCE } from "../limits.ts";
import { nameLine } from "./reporter.ts";

/** Bytes. A longer id stands as a hash: an index takes no key of any length. */
const MAX_SPELLED = 200;
/** What a name ended with of which not all was shown, in the first version. */
const CUT = "…";
/** What the key begins with that was made of more of a name than is shown. Other hashes and keys never do. */
const WHOLE = "~";

type ReportedId = Pick<WebhookReport, "source" | "externalId"> | null;

/**
 * A hash of the whole id and the whole name of the tool, so that long ones that begin alike stay apart. A source has no
 * line break.
 */
export function dedupeKeyOf(source: string | null, externalId: string | null): string | null {
  if (externalId === null) return null;
  return isWhole(source) ? shownKey(source, externalId) : WHOLE + hashOf(sha256(source!), sha256(externalId));
}

/**
 * The key of issues that were raised by the first version, for which only a part of the tool's name counted, as long as they
 * are open; null when the key has stayed the same.
 */
export function formerKeyOf(source: string | null, externalId: string | null): string | null {
  return externalId === null || isWhole(source) ? null : shownKey(nameLine(source!, MAX_SOURCE), externalId);
}

/** What must be kept beside an issue for its key to be known: a hash of what is not kept whole. */
export function keyToKeep({ webhook, dedupeKey }: { webhook: ReportedId; dedupeKey: string | null }): string | null {
  if (webhook?.externalId == null) return null;
  return isSpelled(webhook.externalId) && dedupeKey?.startsWith(WHOLE) !== true ? null : dedupeKey;
}

/** The stored key of an issue. Old issues have a hash that doesn't count any more. */
export function keyOfKept(webhook: ReportedId, kept: string | null): string | null {
  if (webhook?.externalId == null) return null;
  const isRead = isSpelled(webhook.externalId) && kept?.startsWith(WHOLE) !== true;
  return isRead ? shownKey(webhook.source, webhook.externalId) : kept;
}

function shownKey(source: string | null, externalId: string): string {
  return isSpelled(externalId) ? `${source ?? ""}\n${externalId}` : hashOf(source, externalId);
}

function hashOf(source: string | null, externalId: string): string {
  return sha256(JSON.stringify([source, externalId]), "base64url");
}

/** Whether a key of the first version that has this name can't have been made of a longer one. */
function isWhole(source: string | null): boolean {
  if (source === null || source.length < MAX_SOURCE) return true;
  const length = codePoints(source, MAX_SOURCE);
  return length < MAX_SOURCE || (length === MAX_SOURCE && !source.endsWith(CUT));
}

function isSpelled(externalId: string): boolean {
  return externalId.length <= MAX_SPELLED && Buffer.byteLength(externalId) <= MAX_SPELLED;
}
