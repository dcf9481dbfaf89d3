// Puts something down that is to be sent to a connection, in the unit of what gives cause to it.
import { type Connection, listConnections, wakeConnection } from "../../storage/connections/connections.ts";
import { type Forward, insertForward } from "../../storage/connections/forwards.ts";
import { type AppWrite, nextId } from "../app-write.ts";
import type { Cause } from "../cause.ts";

/** The app's connections, without the one through which the change came. If the app has none, nothing is read. */
export async function listConnectionsToTell({ app, tx }: AppWrite, cause: Cause): Promise<Connection[]> {
  if (app.forwards === 0) return [];
  return (await listConnections(tx, app.id)).filter(({ id, enabled }) => id !== cause.connectionId && enabled === 1);
}

export function insertOutgoing(
  write: AppWrite,
  connection: Pick<Connection, "id">,
  what: Pick<Forward, "kind" | "issueId" | "state" | "event">,
): Forward {
  const { app, tx, now } = write;
  const forward: Forward = {
    id: nextId(write, "fwd"),
    appId: app.id,
    connectionId: connection.id,
    ...what,
    attempts: 0,
    createdAt: app.updatedAt,
    triedAt: null,
    finishedAt: null,
    outcome: null,
    httpStatus: null,
  };
  insertForward(tx, forward);
  wakeConnection(tx, connection.id, now);
  return forward;
}
