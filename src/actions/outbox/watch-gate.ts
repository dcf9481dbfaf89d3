// Looks whether the release gate of an app has changed, for a program that wants to hear of that. Much that happens at once is one look.
import { decideGate, STRICT } from "../../domain/status/release-gate.ts";
import { publishesTo } from "../../integrations/connection-rules.ts";
import { type Connection, findConnectionOfAnyApp, lockConnection } from "../../storage/connections/connections.ts";
import { findGateWatch, noteGate, startGateWatch, stopGateWatch } from "../../storage/connections/gate-watches.ts";
import { readGateFigures } from "../../storage/status/release-gate-figures.ts";
import { type AppWrite, openAnyAppWrite } from "../app-write.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { insertPublished } from "./publish-event.ts";

const TYPE = "gate.changed";

/** Begins or stops watching the gate; called whenever a connection changes. */
export function watchGate({ tx, app }: AppWrite, connection: Connection): void {
  if (connection.enabled === 1 && publishesTo(connection, TYPE))
    startGateWatch(tx, connection.id, app.id, app.updatedAt);
  else stopGateWatch(tx, connection.id);
}

/** The first look only notes how things are. An archived app has no gate; it is looked at again once it is restored. */
export const lookAtGate = defineAction({
  name: "lookAtGate",
  wakes: ["forwards"],
  async run(unit: UnitOfWork, { connectionId }: { connectionId: string }): Promise<void> {
    const { tx } = unit;
    const found = await findConnectionOfAnyApp(tx, connectionId);
    if (found === undefined) return stopGateWatch(tx, connectionId);
    const write = await openAnyAppWrite(unit, { workspaceId: found.workspaceId, apps: null }, found.appId);
    const connection = await lockConnection(tx, connectionId);
    const watch = await findGateWatch(tx, connectionId);
    if (connection === undefined || watch === undefined || watch.dueAt === null) return;
    if (write.app.archivedAt !== null) return noteGate(tx, connectionId, watch.result);
    const figures = await readGateFigures(tx, write.app, [], STRICT.maxOpen);
    const { result, reasons } = decideGate(figures, STRICT);
    if (watch.result !== null && watch.result !== result) {
      const gate = { result, before: watch.result, reasons };
      insertPublished(write, connection, { type: TYPE, by: "Retest", facts: { gate } });
    }
    noteGate(tx, connectionId, result);
  },
});
