// Notes on a connection what its tool last asked for, or why it was refused. Nobody waits for it.
import { noteFromTool } from "../../actions/connections/apply-tool-update.ts";
import type { Performer } from "../../engine/performer.ts";
import type { Clock } from "../../lib/clock.ts";
import { BoundedMap } from "../../lib/collections/bounded-map.ts";

const EVERY_MS = 1_000;
const MAX_NOTED = 1_000;

/** What was last noted for each connection. */
const noted = new BoundedMap<string, { heard: string; at: number }>(MAX_NOTED);
/** Connections that are being written, and what is to be written after that: the last word stays. */
const next = new Map<string, string | null>();

/** Notes what a tool sent; the same over and over is noted once a second. */
export function noteHeardInOrder(
  deps: { performer: Performer; clock: Clock },
  { id }: { id: string },
  heard: string,
): void {
  const [last, at] = [noted.get(id), deps.clock()];
  if (last?.heard === heard && Math.abs(at - last.at) < EVERY_MS) return;
  noted.set(id, { heard, at });
  const isUnderWay = next.has(id);
  next.set(id, isUnderWay ? heard : null);
  if (!isUnderWay) setImmediate(() => void write(deps.performer, id, heard));
}

async function write(performer: Performer, id: string, heard: string): Promise<void> {
  await performer.perform(noteFromTool, { id, heard }).catch(() => {});
  const later = next.get(id) ?? null;
  if (later === null) next.delete(id);
  else {
    next.set(id, null);
    await write(performer, id, later);
  }
}
