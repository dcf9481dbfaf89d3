// A change of a connection that would send one of its credentials to another address than the one it was entered for.

import { type HeldConnection, holds } from "./connection-rules.ts";
import { toolNamed } from "./tool-registry.ts";

/**
 * The credential that a change would send to another address than the one it was entered for, unless it is named in the
 * change, too: else whoever may change the address could read it there. Null when there is none.
 */
export function carriedElsewhere(before: HeldConnection, after: HeldConnection, named: object): string | null {
  const { sentTo } = toolNamed(before.tool);
  if (sentTo === null || Object.hasOwn(named, sentTo.credential)) return null;
  const [from, to] = [before, after].map(
    ({ settings }) => (JSON.parse(settings) as Record<string, unknown>)[sentTo.setting],
  );
  return from !== to && holds(before.credentials, [sentTo.credential]) ? sentTo.credential : null;
}
