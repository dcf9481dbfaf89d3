// Whether a connection works, as a shape, a colour and a word.
import type { Connection } from "../../api/types.ts";
import { Icon, type IconName } from "../../parts/icons.tsx";
import { isAmissHeard, STATE_WORD } from "./connection-words.ts";
import classes from "./connections.module.css";

const ICON: Record<Connection["state"], IconName> = {
  waiting: "more",
  active: "check",
  paused: "warning",
  off: "close",
};

/** A connection whose last request was refused, or whose last message failed, needs somebody to look at it. */
export function StateMark({ connection: { state, heard, failures } }: { connection: Connection }) {
  const isAmiss = state === "active" && (failures > 0 || (heard !== null && isAmissHeard(heard.outcome)));
  return (
    <span className={classes.state} data-state={isAmiss ? "paused" : state}>
      <Icon name={isAmiss ? "warning" : ICON[state]} size={14} />
      {isAmiss ? "Needs attention" : STATE_WORD[state]}
    </span>
  );
}
