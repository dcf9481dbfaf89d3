// Wakes whoever sends once something was done that may have given cause for it.
import type { ActionName } from "../engine/catalogue.ts";
import type { Performer } from "../engine/performer.ts";

/** What may leave a notification that something is fixed, and something to forward. */
const FIXES: ReadonlySet<ActionName> = new Set<ActionName>([
  "fixIssue",
  "confirmIssue",
  "recordResults",
  "recordResultsOnce",
  "recordRun",
  "recordRunOnce",
  "setNotApplicable",
  "changeApp",
  "importRunbook",
  "restoreCheck",
  "restoreSection",
  "followTool",
]);
/** What may leave only something to forward. */
const OTHERS: ReadonlySet<ActionName> = new Set<ActionName>([
  "raiseIssue",
  "raiseIssueOnce",
  "raiseFromTool",
  "receiveDelivery",
  "testConnection",
  "changeConnection",
]);

interface Senders {
  outbox: { wake(): void };
  forwarding: { wake(): void };
}

/** The performer, with those who send told of what concerns them. */
export function waking(performer: Performer, { outbox, forwarding }: Senders): Performer {
  const both = () => {
    outbox.wake();
    forwarding.wake();
  };
  return {
    ...performer,
    perform: (name, input, by) => {
      const done = performer.perform(name, input, by);
      if (FIXES.has(name)) void done.then(both, () => {});
      else if (OTHERS.has(name)) void done.then(forwarding.wake, () => {});
      return done;
    },
  };
}
