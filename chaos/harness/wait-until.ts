// Waits for something to come true, and says whether it did in time.
import { setTimeout as sleep } from "node:timers/promises";

export async function waitUntil(ms: number, isSo: () => Promise<boolean>): Promise<boolean> {
  for (const end = performance.now() + ms; performance.now() < end; await sleep(50)) if (await isSo()) return true;
  return false;
}
