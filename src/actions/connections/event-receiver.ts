// What only connections with programs that receive events can do: have their secret replaced, and be sent something again.
import type { Actor } from "../../domain/access/actor.ts";
import type { Credentials } from "../../domain/connections/connection.ts";
import { Fault, notFound } from "../../domain/fault.ts";
import { SECRET_OVERLAP_MS } from "../../domain/limits/connection-limits.ts";
import { receivesEvents } from "../../integrations/connection-rules.ts";
import { isoTime } from "../../lib/clock.ts";
import { type Connection, updateConnection, wakeConnection } from "../../storage/connections/connections.ts";
import { type Forward, findForward, repeatForward } from "../../storage/connections/forwards.ts";
import { openAppWrite } from "../app-write.ts";
import { record } from "../audit.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { noteChange, takeConnection, targetOf } from "./connection-write.ts";

interface ReplaceSecret {
  actor: Actor;
  app: string;
  id: string;
  /** The credentials that the new ones were made from, and these: each encrypted. */
  before: string;
  credentials: Credentials;
}

/** The former secret signs beside the new one for a while. Throws `not_found`; `in_progress` when they were changed meanwhile. */
export const replaceEventSecret = defineAction({
  name: "replaceEventSecret",
  queue: "app",
  async run(unit: UnitOfWork, { actor, app, id, before, credentials }: ReplaceSecret): Promise<Connection> {
    const write = await openAppWrite(unit, actor.reach, app);
    const connection = await takeConnection(unit, write, id);
    if (connection.credentials !== before) {
      throw new Fault("in_progress", "The credentials of this connection were changed meanwhile: try again.");
    }
    const settings = JSON.parse(connection.settings) as object;
    const until = isoTime(write.app.updatedAt + SECRET_OVERLAP_MS);
    const after: Connection = {
      ...connection,
      credentials: JSON.stringify(credentials),
      settings: JSON.stringify({ ...settings, previous_secret_until: until }),
    };
    updateConnection(unit.tx, after);
    await noteChange(unit, write, {
      actor,
      connection: after,
      kind: "connection_changed",
      action: "connection.secret_replaced",
    });
    return after;
  },
});

/** Sends an event again under its first id, before all that waits. Throws `not_found`, `in_progress`, `invalid_request`. */
export const resendEvent = defineAction({
  name: "resendEvent",
  queue: "app",
  wakes: ["forwards"],
  async run(unit: UnitOfWork, { actor, app, id }: { actor: Actor; app: string; id: string }): Promise<Forward> {
    const write = await openAppWrite(unit, actor.reach, app);
    const forward = await findForward(unit.tx, write.app.id, id);
    if (forward === undefined) throw notFound("forward");
    const connection = await takeConnection(unit, write, forward.connectionId);
    if (!receivesEvents(connection)) {
      throw new Fault("invalid_request", "Only what is sent to an event receiver can be sent again.");
    }
    if (forward.state === "pending" || forward.state === "waiting") {
      throw new Fault("in_progress", "This event still waits to be sent; wait until it is done.");
    }
    if (connection.enabled === 0 || connection.pausedAt !== null) {
      throw new Fault("invalid_request", "This connection is switched off or paused: switch it on or resume it first.");
    }
    const again: Forward = { ...forward, state: "waiting", finishedAt: null };
    repeatForward(unit.tx, again.id);
    wakeConnection(unit.tx, connection.id, unit.now);
    const details = { forward: again.id, kind: again.kind };
    record(unit, write.app.workspaceId, "connection.resent", {
      target: targetOf(connection),
      appId: write.app.id,
      details,
    });
    return again;
  },
});
