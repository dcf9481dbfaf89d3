// A connection that has paused itself: why, what waits, and the way on.
import type { Connection } from "../../api/types.ts";
import { SteadyButton } from "../../components/buttons/steady-button.tsx";
import { Icon } from "../../components/display/icons.tsx";
import { toast, toastError } from "../../interaction/toasts.tsx";
import { useChangeConnection } from "./connection-data.ts";
import { sentText, toolInWords } from "./connection-text.ts";
import classes from "./connections.module.css";

/** Says that a connection is paused; `app` is the app's id. */
export function PausedNote({ app, connection }: { app: string; connection: Connection }) {
  const { tool, name, sent, failures } = connection;
  const change = useChangeConnection(app, connection.id);
  // The note is gone by the time that there is something to say.
  const resume = () =>
    change
      .mutateAsync({ paused: false })
      .then(() => toast({ text: `${name} is resumed: the messages that waited are sent now.` }), toastError);
  return (
    <div className={classes.paused}>
      <Icon name="warning" />
      <div>
        <strong>
          Paused after {failures === 1 ? "a failure" : `${failures} failures`}
          {sent === null ? "." : `: ${sentText(sent.outcome, tool)}`}
        </strong>{" "}
        Messages to {toolInWords(tool)} wait. Fix the cause, then resume.
      </div>
      <SteadyButton
        variant="default"
        aria-label={`Resume: ${name}`}
        busy={change.isPending}
        onClick={() => void resume()}
      >
        Resume
      </SteadyButton>
    </div>
  );
}
