// The app that a report is for, and the defaults of its webhook where the payload says nothing that counts.

import type { Platform } from "../apps/platforms.ts";
import type { Priority } from "../issues/issue.ts";
import type { MatchedPlatforms } from "./platform-words.ts";

export interface ReportTarget {
  platforms: readonly Platform[];
  defaultPlatforms: readonly string[];
  defaultPriority: Priority | null;
  /** The id of the section for issues that belong to nothing else; connected tools have none. */
  defaultSection?: string | null;
}

export function priorityFor(named: Priority | null, app: ReportTarget): Priority | null {
  return named ?? app.defaultPriority;
}

/** A default platform that the app no longer has is none. */
export function platformsFor(named: MatchedPlatforms | null, app: ReportTarget): string[] {
  if (named !== null && named.codes.length > 0) return named.codes;
  return app.defaultPlatforms.filter((code) => app.platforms.some((platform) => platform.code === code));
}
