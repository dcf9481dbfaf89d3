// Has the engine clear away now what nobody refers to any more. The driver of the embedded database lets go of a file only
// when the last statement on it is cleared away, and offers no other way.
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export async function collectGarbage(): Promise<void> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  await yieldToEventLoop();
}
