// What stands around the pages of people who are not signed in yet.
import type { ReactNode } from "react";
import classes from "./doorstep.module.css";

export function Doorstep({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={classes.doorstep}>
      <img src="/icon.svg" alt="Retest" width={44} height={44} />
      <h1>{title}</h1>
      <div className={classes.card}>{children}</div>
    </main>
  );
}
