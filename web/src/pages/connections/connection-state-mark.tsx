// Whether a connection works, as a shape, a colour and a word.
import type { Connection } from "../../api/types.ts";
import { Icon, type IconName } from "../../components/display/icons.tsx";
import { stateText } from "./connection-text.ts";
import classes from "./connections.module.css";

const ICON: Record<Connection["state"], IconName> = {
  waiting: "more",
  active: "check",
  paused: "warning",
  off: "close",
};

/** A connection that lacks what it needs, or whose last request or message failed, needs somebody to look at it. */
export function ConnectionStateMark({ connection }: { connection: Connection }) {
  const { state } = connection;
  const { words, isAmiss } = stateText(connection);
  return (
    <span className={classes.state} data-state={isAmiss ? "paused" : state}>
      <Icon name={isAmiss ? "warning" : ICON[state]} size={14} />
      {words}
    </span>
  );
}
