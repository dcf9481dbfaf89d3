// Gives older issues, and those that a server of an older version writes beside this one, the term of their workspace by which searches find them.
import { fillWorkspaceTerms } from "../../storage/issues/index-old-issues.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

const AT_ONCE = 200;

/** Adds missing terms of workspaces to the index. Gives whether there may be more. */
export const fillTermsOfWorkspaces = defineAction({
  name: "fillTermsOfWorkspaces",
  duration: () => "part",
  async run({ tx }: UnitOfWork, _: null): Promise<boolean> {
    return fillWorkspaceTerms(tx, AT_ONCE);
  },
});
