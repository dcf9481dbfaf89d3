// Whether a connection works, as a shape, a colour and a word.
import type { Connection } from "../../api/types.ts";
import { Icon, type IconName } from "../../parts/icons.tsx";
import { STATE_WORD } from "./connection-words.ts";
import classes from "./connections.module.css";

const ICON: Record<Connection["state"], IconName> = { active: "check", paused: "warning", off: "close" };

export function StateMark({ state }: { state: Connection["state"] }) {
  return (
    <span className={classes.state} data-state={state}>
      <Icon name={ICON[state]} size={14} />
      {STATE_WORD[state]}
    </span>
  );
}
