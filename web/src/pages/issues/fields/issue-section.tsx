// A titled part of an issue.
import type { ReactNode } from "react";
import classes from "./issue-section.module.css";

export function IssueSection({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <div className={classes.head}>
        <h3 className={classes.title}>{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  );
}
