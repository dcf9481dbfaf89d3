// The public badge of an app: what it says, and the token in its address. It never says which app it is about.
import type { Cipher } from "../../lib/crypto/cipher.ts";
import { newBadgeToken, tokenHash } from "../../lib/crypto/token.ts";
import type { StoredToken } from "../webhook/webhook-secrets.ts";
import { sealedContext } from "../workspace/sealed-values.ts";
import { decideGate, type GateFigures, STRICT } from "./release-gate.ts";
import { percentComplete } from "./summary.ts";

export const BADGE_PATH = "/badge";

export interface BadgeText {
  text: string;
  tone: "good" | "open" | "bad" | "none";
}

/** The most pressing of what stands in the way; good is what passes the release gate at its strictest. */
export function badgeText(figures: GateFigures): BadgeText {
  const { passed, failed, needsRetest, untested, openIssues } = figures;
  if (decideGate(figures, STRICT).result === "pass") return { text: "passed", tone: "good" };
  if (failed > 0) return { text: `${failed} failed`, tone: "bad" };
  if (openIssues > 0) return { text: `${openIssues} open ${openIssues === 1 ? "issue" : "issues"}`, tone: "bad" };
  if (needsRetest > 0) return { text: `${needsRetest} to retest`, tone: "open" };
  if (passed + untested === 0) return { text: "no checks", tone: "none" };
  return { text: `${percentComplete(figures)} % tested`, tone: "open" };
}

/** Found by its hash, read again by an admin. */
export function makeBadgeToken(cipher: Cipher, appId: string): StoredToken {
  const token = newBadgeToken();
  return { tokenHash: tokenHash(token), token: cipher.encrypt(sealedContext("badge", appId, "token"), token) };
}

export function badgeUrl(cipher: Cipher, baseUrl: string, appId: string, token: string): string {
  return `${baseUrl}${BADGE_PATH}/${cipher.decrypt(sealedContext("badge", appId, "token"), token)}.svg`;
}
