// What a connection last heard, and what came of what it last sent.

import { TOOL_FORMS } from "../../../../src/wire/connections/tool-forms.ts";
import type { Connection } from "../../api/types.ts";
import { Ago } from "../../components/display/times.tsx";
import { heardText, isHeardAmiss, sentText } from "./connection-text.ts";
import classes from "./connections.module.css";
import { missingSecret } from "./missing-secret.ts";

/** When the tool last sent something; shown for tools that send. */
export function LastHeard({ connection }: { connection: Connection }) {
  const { heard, tool } = connection;
  if (TOOL_FORMS[tool].in === null) return null;
  const missing = missingSecret(connection);
  if (heard === null && missing !== undefined)
    return <span>Receiving is not set up: the {missing.label.toLowerCase()} is missing</span>;
  if (heard === null) return <span>Nothing received yet</span>;
  return (
    <span data-amiss={isHeardAmiss(heard.outcome) || undefined} className={classes.last}>
      Received <Ago at={heard.at} />: {stopped(heardText(heard.outcome))}
    </span>
  );
}

/** When something was last sent to the tool; shown for tools that receive. */
export function LastSent({ connection: { tool, sent, failures, forwards } }: { connection: Connection }) {
  if (TOOL_FORMS[tool].out === null) return null;
  if (sent === null) return <span>{forwards ? "Nothing sent yet" : "Sending is not set up"}</span>;
  return (
    <span data-amiss={failures > 0 || undefined} className={classes.last}>
      Sent <Ago at={sent.at} />: {sentText(sent.outcome, tool)}
    </span>
  );
}

function stopped(words: string): string {
  return `${words}.`;
}
