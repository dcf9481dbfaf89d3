// How far an app or a cycle is: a bar, the share that is done, and how many checks there are.
import type { Counts } from "../../api/types.ts";
import classes from "./progress.module.css";
import { StatusBar } from "./status.tsx";

export function Progress({ summary }: { summary: Counts & { checks: number; percent_complete: number } }) {
  const { checks, percent_complete: percent } = summary;
  return (
    <>
      <StatusBar counts={summary} />
      <div className={classes.under}>
        <span>{checks === 0 ? "No checks yet" : `${percent} % complete`}</span>
        {checks > 0 && <span>{checks === 1 ? "1 check" : `${checks.toLocaleString("en")} checks`}</span>}
      </div>
    </>
  );
}
