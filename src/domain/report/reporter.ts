// The names that a payload brings along: who reported, and from where. They are shown beside the names of a workspace's own people, so they are kept plain.
import { visibleLine } from "../../lib/text/visible-text.ts";
import type { Reporter } from "../issues/issue.ts";
import { MAX_REPORTER_NAME } from "../limits.ts";
import { cut } from "./issue-text.ts";
import { isReporterEmail } from "./reporter-email.ts";

/** Nobody is shown more of a name than a small part of this. */
const MAX_CLEANED = 4_096;

/** Nobody without a name; an address that is too long or has control characters is left out. */
export function reporterOf(name: string | undefined, email: string | undefined): Reporter | null {
  const line = name === undefined ? null : nameLine(name, MAX_REPORTER_NAME);
  if (line === null) return null;
  const address = email?.trim() ?? "";
  return address !== "" && isReporterEmail(address) ? { name: line, email: address } : { name: line };
}

/** A name on one line, without characters that nobody sees or that turn the direction of what is written after it. */
export function nameLine(text: string, limit: number): string | null {
  const line = wholeName(text.trimStart().slice(0, 10 * limit));
  return line === null ? null : cut(line, limit);
}

/** A reporter's name in full, for erasing: only its first few thousand characters are tidied. */
export function wholeName(text: string): string | null {
  const name = text.trimStart();
  const line = visibleLine(name.slice(0, MAX_CLEANED));
  return line === "" ? null : line + name.slice(MAX_CLEANED);
}
