// Says that a form begins with what its writer had left there, and offers to begin without it.
import word from "../../../components/buttons/word-button.module.css";
import classes from "./kept-draft-note.module.css";

export function KeptDraftNote({ label, onDiscard }: { label: string; onDiscard(): void }) {
  return (
    <p className={classes.kept}>
      This is what you were writing.{" "}
      <button type="button" className={word.button} onClick={onDiscard}>
        {label}
      </button>
    </p>
  );
}
