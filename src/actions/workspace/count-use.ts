// Counts how much a workspace has used, for operators.
import { HOUR_MS } from "../../lib/clock.ts";
import { startOfMonth, windowAt } from "../../lib/time-window.ts";
import { countIssuesOfMonth, findHoldings } from "../../storage/workspace/usage.ts";
import { countDeliveries, findUse, putUse, readActivity } from "../../storage/workspace/workspace-use.ts";
import { lockWorkspace } from "../../storage/workspace/workspaces.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

/**
 * Takes as long as the workspace has apps. Deliveries are counted hour by hour: the counts of hours that are over are added to what was counted
 * before, since each is only kept for a day.
 */
export const countUse = defineAction({
  name: "countUse",
  duration: () => "part",
  async run({ tx, now }: UnitOfWork, { workspaceId }: { workspaceId: string }): Promise<void> {
    const workspace = await lockWorkspace(tx, workspaceId);
    const before = await findUse(tx, workspaceId);
    const month = startOfMonth(now);
    const isSameMonth = before?.month === month;
    const until = windowAt(now, HOUR_MS).start;
    const from = Math.max(month, before?.deliveriesUntil ?? month);
    const news = from < until ? await countDeliveries(tx, workspaceId, from, until) : 0;
    putUse(tx, workspaceId, {
      ...(await findHoldings(tx, workspace)),
      ...(await readActivity(tx, workspaceId)),
      countedAt: now,
      month,
      issuesOfMonth: await countIssuesOfMonth(tx, workspace, month),
      deliveriesOfMonth: (isSameMonth ? before.deliveriesOfMonth : 0) + news,
      deliveriesUntil: Math.max(from, until),
    });
  },
});
