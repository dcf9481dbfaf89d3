// A runbook from a file that anybody may have written: small ones are read here, larger ones on a thread that is
// stopped when it takes too long.
import { Fault } from "../../domain/fault.ts";
import { MOST_BACKGROUND_MS } from "../../lib/async/background-thread.ts";
import { type CallerKind, createSemaphore } from "../../lib/async/semaphore.ts";
import { startThread } from "../../lib/async/thread.ts";
import { isZip } from "../../lib/formats/zip.ts";
import type { ReadRunbook, RunbookReading } from "./read-runbook.ts";
import type { AskedReading } from "./runbook-format.ts";

/** Reading this much takes a few milliseconds, whatever it says. */
const SMALL_BYTES = 4_096;
const MOST_MEMORY_MB = 768;
/** Threads: one for a client that sends many files, so that the other is left for everybody else. */
const threadSlots = createSemaphore({ total: 2, perKind: 1 });
const MOST_WAITING = 8;

/** Throws `invalid_request` with line and column of the first mistakes; `rate_limited` when too many files of `who` wait. */
export async function requireRunbook(bytes: Uint8Array, asked: AskedReading, who: CallerKind): Promise<ReadRunbook> {
  // What is packed may be anything.
  const isSmall = bytes.length <= SMALL_BYTES && !isZip(bytes);
  const reading = await (isSmall ? readHere(bytes, asked) : readInThread(bytes, asked, who));
  if ("file" in reading) return reading;
  throw new Fault("invalid_request", reading.wrong);
}

/** What reads YAML is loaded with the first file: a server starts sooner without it. */
async function readHere(bytes: Uint8Array, asked: AskedReading): Promise<RunbookReading> {
  const { readRunbook } = await import("./read-runbook.ts");
  return readRunbook(bytes, asked);
}

async function readInThread(bytes: Uint8Array, asked: AskedReading, who: CallerKind): Promise<RunbookReading> {
  if (threadSlots.waiting(who) >= MOST_WAITING) {
    throw new Fault(
      "rate_limited",
      "Too many of your files are waiting to be read: send one after the other.",
      undefined,
      5,
    );
  }
  const release = await threadSlots.enter(who);
  const worker = startThread(new URL("./runbook-thread.ts", import.meta.url), {
    workerData: { bytes, asked },
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
  });
  let late: NodeJS.Timeout | undefined;
  try {
    return await new Promise<RunbookReading>((resolve, reject) => {
      late = setTimeout(
        () => resolve({ wrong: "The file takes too long to read: make it simpler." }),
        MOST_BACKGROUND_MS,
      );
      worker.once("message", resolve);
      worker.once("error", (error: NodeJS.ErrnoException) => {
        const isTooMuch = error.code === "ERR_WORKER_OUT_OF_MEMORY" || error instanceof RangeError;
        if (isTooMuch) resolve({ wrong: "The file takes too much memory to read: make it simpler." });
        else reject(error);
      });
    });
  } finally {
    clearTimeout(late);
    await worker.terminate();
    release();
  }
}
