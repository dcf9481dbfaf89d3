// Connects an app with other tools. Token and credentials come in encrypted: the database never sees them plain.
import { type Actor, actorLabel } from "../../domain/access/actor.ts";
import type { ConnectionSettings, Credentials } from "../../domain/connections/connection.ts";
import { Fault } from "../../domain/fault.ts";
import { issueCode } from "../../domain/issues/issue-code.ts";
import { issueUrl } from "../../domain/issues/issue-url.ts";
import { MAX_CONNECTIONS, TESTS_A_MINUTE } from "../../domain/limits.ts";
import { canForward, lackingToForward, receivesEvents } from "../../integrations/connection-rules.ts";
import { carriedElsewhere } from "../../integrations/credential-sent-elsewhere.ts";
import { toolNamed } from "../../integrations/tool-registry.ts";
import { MINUTE_MS } from "../../lib/clock.ts";
import { windowAt } from "../../lib/time-window.ts";
import {
  type Connection,
  deleteConnection,
  insertConnection,
  listConnections,
  updateConnection,
} from "../../storage/connections/connections.ts";
import { cancelForwards, type Forward, findFirstForward } from "../../storage/connections/forwards.ts";
import { claimCount, testScope } from "../../storage/workspace/counters.ts";
import { type AppWrite, openAppWrite } from "../app-write.ts";
import { record } from "../audit.ts";
import { defineAction } from "../define-action.ts";
import { insertWaiting } from "../outbox/forward-issue.ts";
import { insertPublished } from "../outbox/publish-event.ts";
import { watchGate } from "../outbox/watch-gate.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { noteChange, takeConnection, targetOf } from "./connection-write.ts";

interface Subject {
  actor: Actor;
  app: string;
}

export interface CreateConnection extends Subject {
  id: string;
  tool: string;
  name: string;
  tokenHash: string;
  token: string;
  settings: ConnectionSettings;
  /** Credentials under their names, each encrypted. */
  credentials: Credentials;
}

/** Throws `not_found`, `too_many`. */
export const createConnection = defineAction({
  name: "createConnection",
  queue: "app",
  async run(unit: UnitOfWork, input: CreateConnection): Promise<Connection> {
    const { actor, app, settings, credentials, id, tool, name, tokenHash, token } = input;
    const write = await openAppWrite(unit, actor.reach, app);
    const others = await listConnections(unit.tx, write.app.id);
    if (others.length >= MAX_CONNECTIONS) {
      throw new Fault("invalid_request", `An app has at most ${MAX_CONNECTIONS} connections; remove one first.`);
    }
    const connection: Connection = {
      id,
      appId: write.app.id,
      tool,
      name,
      enabled: 1,
      tokenHash,
      token,
      settings: JSON.stringify(settings),
      credentials: JSON.stringify(credentials),
      createdAt: write.app.updatedAt,
      heardAt: null,
      heard: null,
      sentAt: null,
      sent: null,
      failures: 0,
      pausedAt: null,
      nextAt: null,
    };
    insertConnection(unit.tx, connection);
    watchGate(write, connection);
    await noteChange(unit, write, { actor, connection, kind: "connection_created", action: "connection.created" });
    return connection;
  },
});

export interface ChangeConnection extends Subject {
  id: string;
  name?: string;
  enabled?: boolean;
  /** Given to try a paused connection again. */
  paused?: false;
  /** Each replaces what has its name; null removes it. */
  settings?: Record<string, unknown>;
  /** Credentials under their names, each encrypted; null removes one. */
  credentials?: Record<string, string | null>;
  tokenHash?: string;
  token?: string;
}

/** Throws `not_found`, `invalid_request`. */
export const changeConnection = defineAction({
  name: "changeConnection",
  queue: "app",
  wakes: ["forwards"],
  async run(unit: UnitOfWork, input: ChangeConnection): Promise<Connection> {
    const write = await openAppWrite(unit, input.actor.reach, input.app);
    const before = await takeConnection(unit, write, input.id);
    const after: Connection = {
      ...before,
      name: input.name ?? before.name,
      enabled: input.enabled === undefined ? before.enabled : Number(input.enabled),
      settings: merged(before.settings, input.settings),
      credentials: merged(before.credentials, input.credentials),
      tokenHash: input.tokenHash ?? before.tokenHash,
      token: input.token ?? before.token,
    };
    const carried = carriedElsewhere(before, after, input.credentials ?? {});
    if (carried !== null) {
      const message = `credentials.${carried}: enter it again, because it would be sent to a different address than before.`;
      throw new Fault("invalid_request", message);
    }
    const fields = (Object.keys(after) as (keyof Connection)[]).filter((field) => after[field] !== before[field]);
    const resumes = input.paused === false && before.pausedAt !== null;
    if (fields.length === 0 && !resumes) return before;
    if (after.enabled === 0 || !canForward(after)) {
      cancelForwards(unit.tx, after.id, write.app.updatedAt, "switched_off");
      Object.assign(after, { nextAt: null });
    } else if (resumes) {
      const waits = (await findFirstForward(unit.tx, after.id)) !== undefined;
      Object.assign(after, { failures: 0, pausedAt: null, nextAt: waits ? write.now : null });
    }
    updateConnection(unit.tx, after);
    watchGate(write, after);
    const action = resumes
      ? "connection.resumed"
      : fields.includes("token")
        ? "connection.url_replaced"
        : "connection.changed";
    const details = { fields: fields.filter((field) => field !== "tokenHash") };
    await noteChange(unit, write, {
      actor: input.actor,
      connection: after,
      kind: "connection_changed",
      action,
      details,
    });
    return after;
  },
});

/** Removes a connection with all that waits for it; its items stay in the tool. Throws `not_found`. */
export const removeConnection = defineAction({
  name: "removeConnection",
  queue: "app",
  async run(unit: UnitOfWork, { actor, app, id }: Subject & { id: string }): Promise<void> {
    const write = await openAppWrite(unit, actor.reach, app);
    const connection = await takeConnection(unit, write, id);
    deleteConnection(unit.tx, id);
    await noteChange(unit, write, { actor, connection, kind: "connection_removed", action: "connection.removed" });
  },
});

/** Puts a sample down to be sent. Throws `not_found`, `invalid_request`, `rate_limited`. */
export const testConnection = defineAction({
  name: "testConnection",
  queue: "app",
  wakes: ["forwards"],
  async run(unit: UnitOfWork, { actor, app, id }: Subject & { id: string }): Promise<Forward> {
    const write = await openAppWrite(unit, actor.reach, app);
    const connection = await takeConnection(unit, write, id);
    if (connection.enabled === 0 || connection.pausedAt !== null || !canForward(connection)) {
      throw new Fault("invalid_request", testRefusal(connection));
    }
    const { start, secondsLeft } = windowAt(write.app.updatedAt, MINUTE_MS);
    if (!(await claimCount(unit.tx, testScope(id), start, TESTS_A_MINUTE))) {
      const message = `At most ${TESTS_A_MINUTE} tests a minute; wait ${secondsLeft} s.`;
      throw new Fault("rate_limited", message, undefined, secondsLeft);
    }
    const forward = insertSample(write, connection, actorLabel(actor));
    record(unit, write.app.workspaceId, "connection.tested", { target: targetOf(connection), appId: write.app.id });
    return forward;
  },
});

function insertSample(write: AppWrite, connection: Connection, by: string): Forward {
  const { app, settings } = write;
  const text = "A test from Retest: this connection works.";
  if (receivesEvents(connection)) return insertPublished(write, connection, { type: "test", by, facts: { text } });
  return insertWaiting(write, connection, {
    kind: "test",
    at: app.updatedAt,
    by,
    app: { id: app.id, name: app.name },
    issue: {
      id: "iss_sample",
      code: issueCode(app.prefix, 0),
      url: issueUrl(settings.baseUrl, "iss_sample"),
      title: "A test from Retest",
      text,
      priority: "low",
      platforms: [],
      check: null,
      raisedBy: by,
      link: null,
    },
  });
}

function testRefusal(connection: Connection): string {
  const { tool, enabled, pausedAt } = connection;
  const { label } = toolNamed(tool);
  const lacking = lackingToForward(connection);
  if (lacking === null)
    return `Retest sends nothing to ${label}. To test this connection, have ${label} send something, and look at heard.`;
  if (enabled === 0) return "This connection is switched off: switch it on first.";
  if (pausedAt !== null) return "This connection is paused after failures: resume it first.";
  return `Nothing can be sent to ${label} by this connection yet: enter ${lacking.join(" and ")}.`;
}

/** Texts of JSON objects: what is named replaces, null removes. */
function merged(before: string, change: Record<string, unknown> | undefined): string {
  if (change === undefined) return before;
  const all = Object.entries({ ...(JSON.parse(before) as object), ...change });
  return JSON.stringify(Object.fromEntries(all.filter(([, value]) => value !== null)));
}
