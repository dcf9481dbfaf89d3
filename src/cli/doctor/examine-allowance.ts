// Part of the doctor: whether the issues that a month's allowance has counted are those that were raised.
import type { Reads } from "../../storage/database/database.ts";
import { countRaisedSince } from "../../storage/issues/count-raised.ts";
import { countAppErasuresSince } from "../../storage/privacy/erasures.ts";
import { allowanceScope, findCount } from "../../storage/workspace/counters.ts";

const ATTEMPTS = 5;

/** The month's issues of a workspace with an allowance; counted again while it is written to. */
export async function examineAllowance(db: Reads, workspaceId: string, month: number): Promise<string | undefined> {
  let kept = 0;
  let raised = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    kept = await findCount(db, allowanceScope(workspaceId), month);
    raised = await countRaisedSince(db, workspaceId, month);
    // The issues of an app that was erased have been raised all the same.
    const isRight = (await countAppErasuresSince(db, workspaceId, month)) > 0 ? kept >= raised : kept === raised;
    if (isRight) return undefined;
  }
  return `issues of the month: stored ${kept}, should be ${raised}`;
}
