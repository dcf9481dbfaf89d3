// A page made of parts that each have a heading: settings, account, workspace.
import type { ReactNode } from "react";
import classes from "./panel.module.css";

/** A column of panels. */
export function Panels({ children }: { children: ReactNode }) {
  return <div className={classes.panels}>{children}</div>;
}

export function Panel({
  title,
  about,
  action,
  children,
}: {
  title: string;
  about?: ReactNode;
  /** A button beside the heading. */
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={classes.panel} aria-label={title}>
      <div className={classes.head}>
        <div>
          <h2>{title}</h2>
          {about !== undefined && <p className={classes.about}>{about}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
