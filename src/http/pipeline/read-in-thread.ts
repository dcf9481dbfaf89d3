// Where a route has its reading done: a short one here and now, a long one on a thread, in turn with everybody else's.

import { type HeavyInput, type HeavyOutput, type HeavyRead, runHeavyRead } from "../heavy-reads/heavy-reads.ts";
import { turnOf } from "./request-actor.ts";
import type { Call } from "./route.ts";

/** What takes a few milliseconds at the most, on any machine: beyond it a read is long. */
export const SHORT = {
  /** Checks of the app that is read. */
  checks: 500,
  /** Issues that a search may look through. */
  searched: 200,
  /** Open issues that figures are computed from. */
  issues: 1_000,
  /** Ranges of an index that are merged. */
  ranges: 100,
};

/** Throws what the read throws; `rate_limited` when too much waits already for whoever asks. */
export async function readInThread<Name extends HeavyRead>(
  { services, actor, request, waitElsewhere }: Pick<Call, "services" | "actor" | "request" | "waitElsewhere">,
  isLong: boolean,
  name: Name,
  input: HeavyInput<Name>,
): Promise<HeavyOutput<Name>> {
  if (!isLong) return runHeavyRead(services.reader, name, input);
  const left = new AbortController();
  const leave = () => left.abort();
  request.socket.once("close", leave);
  waitElsewhere();
  try {
    return await services.readingThreads.read(turnOf(actor), name, input, left.signal);
  } finally {
    request.socket.off("close", leave);
  }
}

/** The same bytes as a Buffer, without a copy. */
export function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
