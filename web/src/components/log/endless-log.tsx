// A log without an end: more is fetched when its foot comes into sight, or by its button.
import { Button } from "@mantine/core";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import { useShortcuts } from "../../interaction/shortcuts.tsx";
import { useWhenInSight } from "../behaviour/use-when-in-sight.ts";
import { Failure, Waiting } from "../display/loading-and-failure.tsx";
import framed from "../layout/framed-list.module.css";
import classes from "./log.module.css";

interface Props {
  log: Pick<
    UseInfiniteQueryResult,
    "error" | "refetch" | "isPending" | "hasNextPage" | "isFetchingNextPage" | "fetchNextPage"
  >;
  label: string;
  /** The group of its keys in the help. */
  group: string;
  isEmpty: boolean;
  empty: ReactNode;
  children: ReactNode;
}

export function EndlessLog({ log, label, group, isEmpty, empty, children }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = log;
  const foot = useWhenInSight(hasNextPage && !isFetchingNextPage, () => void fetchNextPage());
  useShortcuts([
    { keys: ["j"], label: "Next entry", group, run: () => step(list.current, 1) },
    { keys: ["k"], label: "Previous entry", group, run: () => step(list.current, -1) },
  ]);

  if (log.isPending) return <Waiting />;
  if (log.error !== null && isEmpty) return <Failure error={log.error} retry={() => void log.refetch()} />;
  if (isEmpty) return empty;
  return (
    <>
      <ul ref={list} className={framed.list} aria-label={label}>
        {children}
      </ul>
      <div ref={foot} className={classes.foot}>
        {hasNextPage ? (
          <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older ones
          </Button>
        ) : (
          <span>That is all of them.</span>
        )}
      </div>
    </>
  );
}

/** Moves the focus to the next entry, or to the first when none has it. */
function step(list: HTMLUListElement | null, by: 1 | -1): void {
  const buttons = [...(list?.querySelectorAll<HTMLElement>("[data-entry]") ?? [])];
  const current = buttons.findIndex((button) => button.closest("li")?.contains(document.activeElement) === true);
  const next = current === -1 ? 0 : Math.min(buttons.length - 1, Math.max(0, current + by));
  buttons[next]?.focus();
}
