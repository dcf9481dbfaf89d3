// The refusal of a name or a prefix that another app has.

import { type Reach, reaches } from "../../domain/access/grant.ts";
import { Fault } from "../../domain/fault.ts";
import type { App } from "../../storage/apps/apps.ts";

/** An archived app is named only to whoever may see it, because they may have meant that one. */
export function nameTaken(reach: Reach, other: App, field: "name" | "prefix", message: string): Fault {
  if (other.archivedAt === null || !reaches(reach, other)) return new Fault("name_taken", `${field}: ${message}`);
  return new Fault(
    "name_taken",
    `${field}: the archived app ${JSON.stringify(other.name)} has this ${field}. Restore that app, or choose another ${field}.`,
  );
}
