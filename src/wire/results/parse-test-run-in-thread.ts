// A parser of a test run that anybody may have sent: a small one is read here, a larger one on a thread that is stopped
// when it takes too long.
import { Fault } from "../../domain/fault.ts";
import { MOST_BACKGROUND_MS } from "../../lib/async/background-thread.ts";
import type { Member } from "../../lib/async/fair-queue.ts";
import { createSemaphore, type Release } from "../../lib/async/semaphore.ts";
import { startThread } from "../../lib/async/thread.ts";
import { ARCHIVE } from "./reports/reading/first-bytes.ts";
import type { RunFormat } from "./reports/report-formats.ts";
import type { PresentedRun } from "./test-run-answer.ts";
import type { ParserCommand, ParserReply } from "./test-run-parser.ts";

/** Reading this much takes a few milliseconds, whatever it says; so does finding checks among so many. */
const SMALL_BYTES = 4_096;
const SMALL_CHECKS = 200;
/** How archives begin, also where somebody has written one as UTF-16. */
const ARCHIVE_STARTS = [
  Buffer.from(ARCHIVE),
  Buffer.from(ARCHIVE, "utf16le"),
  Buffer.from(ARCHIVE, "utf16le").swap16(),
];
const MOST_MEMORY_MB = 512;
/** Whoever sends slowly keeps a thread for as long. One sender leaves some of its workspace's half to the others there. */
const parserSlots = createSemaphore({ total: 12, perKind: 4, perGroup: "half of what is free" });
/** One sender has one working thread at a time, so that nobody takes the processors from the others. */
const workingSlots = createSemaphore({ total: 8, perKind: 1 });

export interface OpenTestRunParser {
  /** Throws `invalid_request`, `unknown_platform`. */
  send(command: ParserCommand): Promise<PresentedRun | null>;
  close(): Promise<void>;
}

interface RunSize {
  /** Undefined while nobody has said how long the file is. */
  bytes: number | undefined;
  /** The app's checks. */
  checks: number;
}

/** `format` is null where the file itself says what it is. Throws `rate_limited` when `who`, or all of their workspace, send too many at once. */
export function openTestRunParser(
  format: RunFormat | null,
  { bytes, checks }: RunSize,
  who: Member,
): OpenTestRunParser {
  const isSmall = bytes !== undefined && bytes <= SMALL_BYTES && checks <= SMALL_CHECKS;
  return isSmall ? parserOfSmall(format, who) : parserInThread(format, slotOf(who), who);
}

/** Keeps the few bytes of a small file until all are there: what is packed in them may be large, and is read on a thread. */
function parserOfSmall(format: RunFormat | null, who: Member): OpenTestRunParser {
  const pieces: Uint8Array[] = [];
  let parser: OpenTestRunParser | undefined;
  return {
    async send(command) {
      if (command.kind === "bytes") {
        pieces.push(command.bytes);
        return null;
      }
      if (parser === undefined) {
        const bytes = Buffer.concat(pieces);
        const isPacked = ARCHIVE_STARTS.some((start) => bytes.includes(start));
        parser = isPacked ? parserInThread(format, slotOf(who), who) : await parserHere(format);
        await parser.send({ kind: "bytes", bytes });
      }
      return parser.send(command);
    },
    async close() {
      await parser?.close();
    },
  };
}

/** What reads XML is loaded with the first file: a server starts sooner without it. */
async function parserHere(format: RunFormat | null): Promise<OpenTestRunParser> {
  const { TestRunParser } = await import("./test-run-parser.ts");
  const parser = new TestRunParser(format);
  return { send: async (command) => heard(parser.handle(command)), close: async () => {} };
}

/** Throws `rate_limited`. */
function slotOf(who: Member): Release {
  const release = parserSlots.tryEnter(who);
  if (release === undefined) {
    const message = "Too many reports are being read at once: wait until one of them is done.";
    throw new Fault("rate_limited", message, undefined, 5);
  }
  return release;
}

function parserInThread(format: RunFormat | null, release: Release, who: Member): OpenTestRunParser {
  const worker = startThread(new URL("./test-run-thread.ts", import.meta.url), {
    workerData: { format },
    // With little room for what is new, what is left behind is found sooner: the process grows less.
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB, maxYoungGenerationSizeMb: 8 },
  });
  let ended: Error | undefined;
  let answer: ((reply: ParserReply) => void) | undefined;
  let fail: ((error: Error) => void) | undefined;
  worker.on("message", (reply: ParserReply) => answer?.(reply));
  worker.on("error", (error: NodeJS.ErrnoException) => {
    const isTooMuch = error.code === "ERR_WORKER_OUT_OF_MEMORY" || error instanceof RangeError;
    ended = isTooMuch ? wrong("The file takes too much memory to read: split it.") : error;
    fail?.(ended);
  });
  return {
    async send(command) {
      let late: NodeJS.Timeout | undefined;
      const done = await workingSlots.enter(who);
      try {
        return heard(
          await new Promise<ParserReply>((resolve, reject) => {
            if (ended !== undefined) throw ended;
            [answer, fail] = [resolve, reject];
            late = setTimeout(() => reject(wrong("The file takes too long to read: split it.")), MOST_BACKGROUND_MS);
            worker.postMessage(command);
          }),
        );
      } finally {
        clearTimeout(late);
        done();
      }
    },
    async close() {
      await worker.terminate();
      release();
    },
  };
}

function wrong(message: string): Fault {
  return new Fault("invalid_request", message);
}

function heard(reply: ParserReply): PresentedRun | null {
  if ("run" in reply) return reply.run;
  throw new Fault(reply.code, reply.wrong);
}
