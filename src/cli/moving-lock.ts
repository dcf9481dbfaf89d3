// One move of files at a time: two in opposite directions could each remove what the other has just copied. Both use the folder, so the
// lock is a file in it.
import { mkdir, open, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "../lib/clock.ts";
import { UsageError } from "./command.ts";

const ALIVE_EVERY_MS = 5_000;
/** Whoever has not shown up for that long was killed. */
const DEAD_AFTER_MS = 60_000;

/** Calling what it gives lets go. Throws a sentence if somebody else holds it. */
export async function holdPlace(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, "moving");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const seen = await stat(file).catch(() => undefined);
  if (seen !== undefined && systemClock() - seen.mtimeMs > DEAD_AFTER_MS) await rm(file, { force: true });
  try {
    await (await open(file, "wx", 0o600)).close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    throw new UsageError(
      `Files are being moved already (${file}): wait until that is done, or, if it was killed, for a minute.`,
    );
  }
  const timer = setInterval(() => {
    const now = new Date(systemClock());
    void utimes(file, now, now).catch(() => {});
  }, ALIVE_EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await rm(file, { force: true });
  };
}
