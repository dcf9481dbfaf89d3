// The loop of everything that sends in the background: it looks for what is due when it is woken and from time to time, and when it
// is closed it waits for what is under way.
import { setImmediate as yieldToEventLoop } from "node:timers/promises";

export interface BackgroundSender {
  /** Looks at once, as something may be waiting. */
  wake(): void;
  /** Sends nothing more; waits for what is being sent. */
  close(): Promise<void>;
}

export interface SenderLoop extends BackgroundSender {
  readonly closed: boolean;
  /** Sends beside the loop, which looks again afterwards. */
  send(work: Promise<void>): void;
}

interface SenderLoopOptions {
  /** Finds what is due and begins to send it; true if there is more to find at once. */
  look(loop: SenderLoop): Promise<boolean>;
  onError(error: Error): void;
}

/** How often to look: other servers may have left something behind, and what failed may be due again. */
const LOOK_EVERY_MS = 1_000;

export function startSenderLoop({ look, onError }: SenderLoopOptions): SenderLoop {
  const underWay = new Set<Promise<void>>();
  let looking: Promise<void> | null = null;
  let isAskedFor = false;
  let closed = false;

  const lookOn = async () => {
    try {
      // What is written in one tick is found with one look.
      for (await yieldToEventLoop(); isAskedFor && !closed; await yieldToEventLoop()) {
        isAskedFor = false;
        if (await look(loop)) isAskedFor = true;
      }
    } catch (error) {
      onError(error as Error);
    } finally {
      looking = null;
    }
  };
  const loop: SenderLoop = {
    get closed() {
      return closed;
    },
    wake() {
      if (closed) return;
      isAskedFor = true;
      looking ??= lookOn();
    },
    send(work) {
      const sent = work.catch(onError).finally(() => {
        underWay.delete(sent);
        loop.wake();
      });
      underWay.add(sent);
    },
    async close() {
      closed = true;
      clearInterval(timer);
      await looking;
      await Promise.all(underWay);
    },
  };
  const timer = setInterval(loop.wake, LOOK_EVERY_MS).unref();
  loop.wake();
  return loop;
}
