// The check that is open: beside the grid, or on a phone in front of the list.
import { useDeferredValue } from "react";
import { lazyLoad } from "../../components/behaviour/lazy-load.tsx";
import { LoadOnOpen } from "../../components/behaviour/load-on-open.tsx";
import type { DetailProps } from "./check/check-detail.tsx";
import classes from "./runbook-view.module.css";

export const checkDetail = () => import("./check/check-detail.tsx");
const CheckDetail = lazyLoad(checkDetail, "CheckDetail");
export const checkSheet = () => import("./check/check-sheet.tsx");
const CheckSheet = lazyLoad(checkSheet, "CheckSheet");

export function OpenedCheck({ detail, isPhone }: { detail: DetailProps; isPhone: boolean }) {
  // Whoever walks through the grid sees where they are first, and what is there right after.
  const shown = useDeferredValue(detail);
  if (isPhone) {
    return (
      <LoadOnOpen what={detail.check.id} onClose={detail.onClose}>
        <CheckSheet {...detail} />
      </LoadOnOpen>
    );
  }
  return (
    <section
      className={classes.aside}
      aria-label={`Check ${shown.check.title}`}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) detail.onClose();
      }}
    >
      <LoadOnOpen what={detail.check.id} onClose={detail.onClose}>
        <CheckDetail {...shown} />
      </LoadOnOpen>
    </section>
  );
}
