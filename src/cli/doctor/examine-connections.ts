// Part of the doctor: whether an app knows how many of its connections are to be told of its issues, and whether what
// waits for one will be tried.
import { canForward, publishesTo } from "../../integrations/connection-rules.ts";
import type { App } from "../../storage/apps/apps.ts";
import { listConnections } from "../../storage/connections/connections.ts";
import { findFirstForward } from "../../storage/connections/forwards.ts";
import { findGateWatch } from "../../storage/connections/gate-watches.ts";
import type { Reads } from "../../storage/database/database.ts";

export async function examineConnections(db: Reads, app: App): Promise<string[]> {
  const problems: string[] = [];
  const connections = await listConnections(db, app.id);
  const told = connections.filter((one) => one.enabled === 1 && canForward(one)).length;
  if (told !== app.forwards)
    problems.push(`connections that forward issues: stored ${app.forwards}, should be ${told}`);
  for (const connection of connections) {
    const { id, nextAt, pausedAt, enabled } = connection;
    const wants = enabled === 1 && publishesTo(connection, "gate.changed");
    const isWatched = (await findGateWatch(db, id)) !== undefined;
    if (wants !== isWatched)
      problems.push(
        `connection ${id}: the release gate is ${isWatched ? "" : "not "}watched for it, but should ${wants ? "" : "not "}be`,
      );
    const isForgotten = nextAt === null && pausedAt === null && (await findFirstForward(db, id)) !== undefined;
    if (isForgotten) problems.push(`connection ${id}: a message waits for it, but no time to send it is set`);
  }
  return problems;
}
