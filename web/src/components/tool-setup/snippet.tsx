// Something to paste elsewhere: shown as it is (or with its secrets masked), copied whole.
import { CopyButton } from "../buttons/copy-button.tsx";
import classes from "./snippet.module.css";

export function Snippet({ label, text, shown = text }: { label: string; text: string; shown?: string }) {
  return (
    <figure className={classes.snippet} aria-label={label}>
      <figcaption className={classes.head}>
        <span>{label}</span>
        <CopyButton text={text} size="compact-sm" variant="subtle" color="gray" />
      </figcaption>
      <pre className={classes.text}>{shown}</pre>
    </figure>
  );
}
