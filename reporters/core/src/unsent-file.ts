// Results that could not be sent: a file with all that is needed to send them later, and exactly once. It holds no key.
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RunParameters } from "./reporter-settings.ts";
import type { CtrfTest } from "./tested-case.ts";

/** A request that may have reached the server: it is repeated to the letter. */
export interface Piece {
  /** The Idempotency-Key of the upload, the same at every attempt. */
  key: string;
  body: string;
  /** How many tests are in it. */
  tests: number;
  /** Outcomes once it is recorded, under check and platform. */
  verdicts: Record<string, string>;
}

export interface Unsent {
  retest_unsent: 1;
  url: string;
  query: RunParameters;
  map: string | null;
  piece: Piece | null;
  waiting: CtrfTest[];
  standing: Record<string, string>;
}

/** Writes what could not be sent into a file, and gives the path of that. */
export function writeUnsent(folder: string, unsent: Unsent): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `retest-unsent-${randomBytes(4).toString("hex")}.json`);
  writeUnsentTo(path, unsent);
  return path;
}

export function writeUnsentTo(path: string, unsent: Unsent): void {
  writeFileSync(path, `${JSON.stringify(unsent, null, 1)}\n`, { mode: 0o600 });
}

/** Reads a file of unsent tests. Throws if it is another file. */
export function readUnsent(path: string): Unsent {
  const unsent = JSON.parse(readFileSync(path, "utf8")) as Partial<Unsent>;
  if (unsent.retest_unsent !== 1 || !Array.isArray(unsent.waiting)) throw new Error("it holds no unsent results");
  return unsent as Unsent;
}
