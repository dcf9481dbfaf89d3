// What every change of a connection shares: the connection is taken after its app, and what was done is noted.
import { type Actor, actorLabel } from "../../domain/access/actor.ts";
import { notFound } from "../../domain/fault.ts";
import type { AuditAction } from "../../domain/workspace/audit-log.ts";
import { canForward } from "../../integrations/connection-rules.ts";
import type { EventKind } from "../../storage/apps/events.ts";
import {
  type Connection,
  getConnection,
  listConnections,
  lockConnection,
} from "../../storage/connections/connections.ts";
import { type AppWrite, append, closeAppWrite } from "../app-write.ts";
import { record } from "../audit.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

/** Throws `not_found`. */
export async function takeConnection(unit: UnitOfWork, { app }: AppWrite, id: string): Promise<Connection> {
  await getConnection(unit.tx, app.id, id);
  const connection = await lockConnection(unit.tx, id);
  if (connection === undefined) throw notFound("connection");
  return connection;
}

interface Noted {
  actor: Actor;
  connection: Connection;
  kind: EventKind;
  action: AuditAction;
  details?: Record<string, unknown>;
}

/** Notes which settings changed, never to what, and recounts the connections that are told of issues. */
export async function noteChange(
  unit: UnitOfWork,
  write: AppWrite,
  { actor, connection, kind, action, details = {} }: Noted,
): Promise<void> {
  const { app } = write;
  app.forwards = (await listConnections(unit.tx, app.id)).filter((one) => one.enabled === 1 && canForward(one)).length;
  append(write, { kind, by: actorLabel(actor), issueId: null, changes: { connection: connection.id, ...details } });
  closeAppWrite(write);
  record(unit, app.workspaceId, action, {
    target: targetOf(connection),
    appId: app.id,
    details: { tool: connection.tool, ...details },
  });
}

export function targetOf({ id, name }: Connection) {
  return { kind: "connection", id, name } as const;
}
