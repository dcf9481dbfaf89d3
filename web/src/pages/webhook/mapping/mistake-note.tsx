// What is wrong with something that was written, and where.
import { Icon } from "../../../components/display/icons.tsx";
import classes from "./expressions-pane.module.css";
import type { Mistake } from "./use-preview.ts";

/** The words, and the line of the expression with the place marked. */
export function MistakeNote({ text, mistake: { position, message } }: { text: string; mistake: Mistake }) {
  const at = Math.min(position - 1, text.length);
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const [line = ""] = text.slice(start).split("\n", 1);
  const column = at - start;
  return (
    <div className={classes.mistake}>
      <p>
        <Icon name="warning" size={14} /> At character {position}: {message}
      </p>
      <pre>
        {line.slice(Math.max(0, column - 30), column)}
        <mark>{line.slice(column, column + 1) || " "}</mark>
        {line.slice(column + 1, column + 30)}
      </pre>
    </div>
  );
}
