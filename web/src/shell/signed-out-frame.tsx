// What stands around the pages of people who are not signed in yet.
import type { ReactNode } from "react";
import classes from "./signed-out-frame.module.css";

interface Props {
  title: string;
  /** Whether it stands in front of a page, which has a main part of its own. */
  isInFront?: boolean;
  children: ReactNode;
}

export function SignedOutFrame({ title, isInFront = false, children }: Props) {
  const Part = isInFront ? "div" : "main";
  return (
    <Part className={classes.doorstep}>
      <img src="/icon.svg" alt="Retest" width={44} height={44} />
      <h1>{title}</h1>
      <div className={classes.card}>{children}</div>
    </Part>
  );
}
