// A desk for a test run that anybody may have sent: a small one is read here, a larger one on a thread that is stopped
// when it takes too long.
import { Fault } from "../../domain/fault.ts";
import { createGate, type Leave } from "../../lib/async/semaphore.ts";
import { startThread } from "../../lib/async/thread.ts";
import type { PresentedRun } from "./test-run-answer.ts";
import { RunDesk, type RunFormat, type Said, type Told } from "./test-run-parser.ts";

/** Reading this much takes a few milliseconds, whatever it says. */
const SMALL_BYTES = 4_096;
const MOST_MS = 30_000;
const MOST_MEMORY_MB = 512;
/** Whoever sends slowly keeps a thread for as long. */
const gate = createGate({ total: 8, perKind: 4 });
/** Of one sender's threads one works at a time: else they would take the processors from everybody. */
const working = createGate({ total: 8, perKind: 1 });

export interface OpenDesk {
  /** Throws `invalid_request`, `unknown_platform`. */
  tell(told: Told): Promise<PresentedRun | null>;
  close(): Promise<void>;
}

/** `size` is undefined while nobody has said how long the file is. Throws `rate_limited` when `who` sends too many at once. */
export function openDesk(format: RunFormat, size: number | undefined, who: string): OpenDesk {
  if (size !== undefined && size <= SMALL_BYTES) {
    const desk = new RunDesk(format);
    return { tell: async (told) => heard(desk.hear(told)), close: async () => {} };
  }
  const leave = gate.tryEnter(who);
  if (leave === undefined) {
    const message = "Too many reports are being read at once: wait until one of them is done.";
    throw new Fault("rate_limited", message, undefined, 5);
  }
  return deskAside(format, leave, who);
}

function deskAside(format: RunFormat, leave: Leave, who: string): OpenDesk {
  const worker = startThread(new URL("./test-run-thread.ts", import.meta.url), {
    workerData: { format },
    // With little room for what is new, what is left behind is found sooner: the process grows less.
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB, maxYoungGenerationSizeMb: 8 },
  });
  let ended: Error | undefined;
  let answer: ((said: Said) => void) | undefined;
  let fail: ((error: Error) => void) | undefined;
  worker.on("message", (said: Said) => answer?.(said));
  worker.on("error", (error: NodeJS.ErrnoException) => {
    const isTooMuch = error.code === "ERR_WORKER_OUT_OF_MEMORY" || error instanceof RangeError;
    ended = isTooMuch ? wrong("The file takes too much memory to read: split it.") : error;
    fail?.(ended);
  });
  return {
    async tell(told) {
      let late: NodeJS.Timeout | undefined;
      const done = await working.enter(who);
      try {
        return heard(
          await new Promise<Said>((resolve, reject) => {
            if (ended !== undefined) throw ended;
            [answer, fail] = [resolve, reject];
            late = setTimeout(() => reject(wrong("The file takes too long to read: split it.")), MOST_MS);
            worker.postMessage(told);
          }),
        );
      } finally {
        clearTimeout(late);
        done();
      }
    },
    async close() {
      await worker.terminate();
      leave();
    },
  };
}

function wrong(message: string): Fault {
  return new Fault("invalid_request", message);
}

function heard(said: Said): PresentedRun | null {
  if ("run" in said) return said.run;
  throw new Fault(said.code, said.wrong);
}
