// The list: only the rows in sight are drawn, and what comes next is fetched before it is reached.
import { Button, Loader } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Issue } from "../../../api/types.ts";
import { keepScroll, keptScroll } from "../../../components/behaviour/kept-scroll.ts";
import classes from "./issue-list.module.css";
import { IssueRow, type RowSelecting } from "./issue-row.tsx";

const ROW = 60;
/** The next page is fetched this many rows before the end. */
const AHEAD = 40;
/** The most rows that are read again to return to a place in the list. */
const MOST_AGAIN = 2_000;

export interface ListHandle {
  /** Brings a row into sight and gives it the focus. */
  focus(index: number): void;
}

interface ListProps {
  /** The name under which the scroll position is kept for Back, Forward and a reload. */
  name: string;
  issues: readonly Issue[];
  current: string | undefined;
  hasMore: boolean;
  isLoadingMore: boolean;
  error: Error | null;
  withApp: boolean;
  /** Rows then show whether they are selected in place of their state. */
  isSelecting: boolean;
  isSelected(id: string): boolean;
  select: RowSelecting | null;
  handle: RefObject<ListHandle | null>;
  hrefOf(issue: Issue): string;
  labelOf(app: string, code: string): string;
  loadMore(): void;
  onEnter(): void;
  onKeyDown(event: KeyboardEvent): void;
}

/** Keeps the row that is being read in place when rows above it come or go. */
function useAnchor(scroller: RefObject<HTMLElement | null>, issues: readonly Issue[]): void {
  const before = useRef(issues);
  useLayoutEffect(() => {
    const { current } = scroller;
    const old = before.current;
    before.current = issues;
    if (current === null || old === issues || current.scrollTop < ROW) return;
    const first = Math.floor(current.scrollTop / ROW);
    const now = issues.findIndex(({ id }) => id === old[first]?.id);
    if (now >= 0 && now !== first) current.scrollTop += (now - first) * ROW;
  }, [scroller, issues]);
}

/** Scrolls back to where the reader was in this list, once enough of it is there. Gives what notes the position. */
function useKeptPlace(
  scroller: RefObject<HTMLElement | null>,
  { name, issues, hasMore, isLoadingMore, loadMore }: ListProps,
) {
  const wanted = useRef(useState(() => keptScroll(name))[0]);
  useLayoutEffect(() => {
    const { current } = scroller;
    const top = wanted.current;
    // Before the page has its height, nothing scrolls.
    if (current === null || top === undefined || current.scrollHeight <= current.clientHeight) return;
    if (!hasMore || issues.length >= MOST_AGAIN || issues.length * ROW >= top + current.clientHeight) {
      wanted.current = undefined;
      current.scrollTop = top;
    } else if (!isLoadingMore) loadMore();
  });
  const hadPlace = useRef(wanted.current !== undefined);
  const onScroll = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    wanted.current = undefined;
    keepScroll(name, currentTarget.scrollTop);
  };
  return { hadPlace: hadPlace.current, onScroll };
}

export function IssueList(props: ListProps) {
  const { issues, current, hasMore, isLoadingMore, error, handle, loadMore } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: issues.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    getItemKey: (index) => issues[index]!.id,
    overscan: 12,
  });
  const drawn = rows.getVirtualItems();
  const lastDrawn = drawn.at(-1)?.index ?? 0;
  const wantsMore = hasMore && !isLoadingMore && error === null && lastDrawn >= issues.length - AHEAD;
  useEffect(() => {
    if (wantsMore) loadMore();
  }, [wantsMore, loadMore]);

  const at = issues.findIndex(({ id }) => id === current);
  const scrollTo = rows.scrollToIndex;
  const { hadPlace, onScroll } = useKeptPlace(scroller, props);
  const sought = useRef(hadPlace ? current : undefined);
  useEffect(() => {
    // Once for each: somebody who has scrolled on is not pulled back when the list changes.
    if (at < 0 || sought.current === current) return;
    sought.current = current;
    scrollTo(at, { align: "auto" });
  }, [at, current, scrollTo]);
  useAnchor(scroller, issues);
  useEffect(() => {
    handle.current = {
      focus(index) {
        const id = issues[index]?.id;
        if (id === undefined) return;
        scrollTo(index, { align: "auto" });
        const take = () => {
          const row = scroller.current?.querySelector<HTMLElement>(`[data-issue="${CSS.escape(id)}"]`);
          row?.focus({ preventScroll: true });
          return row !== null && row === document.activeElement;
        };
        // At once if it can be, for the next key may be under way. A row out of sight, or of a list that another page
        // stands in front of, can have the focus only after the next drawing.
        if (!take()) requestAnimationFrame(take);
      },
    };
  }, [handle, issues, scrollTo]);

  const stop = at >= 0 ? at : (drawn[0]?.index ?? 0);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows in it have the focus
    <div className={classes.scroller} ref={scroller} onKeyDown={props.onKeyDown} onScroll={onScroll} data-makes-room="">
      <ul
        className={classes.rows}
        style={{ height: rows.getTotalSize() }}
        aria-label="Issues"
        data-selecting={props.isSelecting || undefined}
      >
        {drawn.map(({ index, key, start }) => {
          const issue = issues[index]!;
          return (
            <li key={key} className={classes.slot} style={{ height: ROW, transform: `translateY(${start}px)` }}>
              <IssueRow
                issue={issue}
                href={props.hrefOf(issue)}
                isCurrent={issue.id === current}
                isStop={index === stop}
                withApp={props.withApp}
                isSelected={props.isSelected(issue.id)}
                select={props.select}
                labelOf={(code) => props.labelOf(issue.app.id, code)}
                onEnter={props.onEnter}
              />
            </li>
          );
        })}
      </ul>
      <div className={classes.end} role="status">
        {error !== null ? (
          <>
            <span>{error.message}</span>
            <Button variant="default" size="xs" onClick={loadMore}>
              Try again
            </Button>
          </>
        ) : hasMore ? (
          <>
            <Loader size="xs" type="dots" aria-hidden="true" />
            <span className="sr-only">Loading more issues</span>
          </>
        ) : (
          <span>{issues.length === 1 ? "This is the only one." : `These are all ${issues.length}.`}</span>
        )}
      </div>
    </div>
  );
}
