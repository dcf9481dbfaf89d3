// A person as two letters, with the name for whoever asks.
import { initials } from "../../../components/display/initials.ts";
import classes from "./person-mark.module.css";

export function PersonMark({ name }: { name: string }) {
  return (
    <span className={classes.mark} title={name}>
      <span aria-hidden="true">{initials(name)}</span>
      <bdi className="sr-only">{name}</bdi>
    </span>
  );
}
