// Gives older results, and those that a server of an older version records beside this one, the workspace that lists over all apps find them by.
import { fillResults } from "../../storage/results/results.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

const AT_ONCE = 500;

/** Fills in the workspace of some old results. Gives whether there may be more. */
export const fillResultWorkspaces = defineAction({
  name: "fillResultWorkspaces",
  async run({ tx }: UnitOfWork, _: null): Promise<boolean> {
    return fillResults(tx, AT_ONCE);
  },
});
