// Writes something of no consequence: whether anything can be written shows by that.
import { setCount } from "../../storage/workspace/counters.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

/** Writes a different value each time: writing the same may not touch the disk. */
export const probeWrite = defineAction({
  name: "probeWrite",
  async run({ tx, now }: UnitOfWork, _input: null): Promise<void> {
    setCount(tx, "trial", 0, now);
  },
});
