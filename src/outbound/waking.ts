// Wakes whoever sends once something was done that may have given cause for it.
import type { ActionName } from "../actions/catalogue.ts";
import type { Performer } from "../actions/perform.ts";

const CAUSES: ReadonlySet<ActionName> = new Set<ActionName>([
  "fixIssue",
  "confirmIssue",
  "recordResults",
  "recordResultsOnce",
  "setNotApplicable",
  "changeApp",
  "importRunbook",
  "raiseIssue",
  "raiseIssueOnce",
  "raiseFromTool",
  "followTool",
  "testConnection",
  "changeConnection",
]);

/** The performer, with the outbox told of what concerns it. */
export function waking(performer: Performer, outbox: { wake(): void }): Performer {
  return {
    ...performer,
    perform: (name, input, by) => {
      const done = performer.perform(name, input, by);
      if (CAUSES.has(name)) void done.then(outbox.wake, () => {});
      return done;
    },
  };
}
