// What tells further deliveries of the same thing: the tool's name and its own id, which the key spells out. Most tools
// count upwards or begin with the time, so the keys of one hour stand side by side, and the pages they are on are few.
import { sha256 } from "../lib/sha256.ts";
import type { Issue } from "./issue.ts";

/** Bytes. A longer id stands as a hash: an index takes no key of any length. */
const MAX_SPELLED = 200;

/** From the whole id, however long. No source counts as one source; a source has no line break. */
export function dedupeKeyOf(source: string | null, externalId: string | null): string | null {
  if (externalId === null) return null;
  return isSpelled(externalId)
    ? `${source ?? ""}\n${externalId}`
    : sha256(JSON.stringify([source, externalId]), "base64url");
}

/** What must be kept beside an issue for its key to be known: the hash of an id that is too long to be kept whole. */
export function keyToKeep({ webhook, dedupeKey }: Pick<Issue, "webhook" | "dedupeKey">): string | null {
  return webhook?.externalId == null || isSpelled(webhook.externalId) ? null : dedupeKey;
}

/** The key of an issue that was kept. */
export function keyOfKept(webhook: Issue["webhook"], kept: string | null): string | null {
  if (webhook?.externalId == null) return null;
  return isSpelled(webhook.externalId) ? dedupeKeyOf(webhook.source, webhook.externalId) : kept;
}

function isSpelled(externalId: string): boolean {
  return externalId.length <= MAX_SPELLED && Buffer.byteLength(externalId) <= MAX_SPELLED;
}
