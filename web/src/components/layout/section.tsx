// One topic of the configuration, with a heading and a line that says what it is for.
import { type ReactNode, useId } from "react";
import classes from "./section.module.css";

interface Props {
  title: string;
  hint?: ReactNode;
  /** Shown at the end of the heading's line. */
  aside?: ReactNode;
  children: ReactNode;
}

export function Section({ title, hint, aside, children }: Props) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {aside}
      </div>
      {hint !== undefined && <p className={classes.hint}>{hint}</p>}
      {children}
    </section>
  );
}
