// Issues: the list, and beside it the one that is open. On a phone the open one stands in front of the list.
import { useMediaQuery } from "@mantine/hooks";
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { useOverview } from "../../api/apps.ts";
import { useHasRole } from "../../api/session.tsx";
import type { Issue } from "../../api/types.ts";
import { fetchSoon, lazyLoad } from "../../components/behaviour/lazy-load.tsx";
import { LoadOnOpen } from "../../components/behaviour/load-on-open.tsx";
import { useRemainingHeight } from "../../components/behaviour/use-remaining-height.ts";
import { useSettled } from "../../components/behaviour/use-settled.ts";
import { Waiting } from "../../components/display/loading-and-failure.tsx";
import { followAddress } from "../../interaction/browser-history.ts";
import { useForVisit, useVisit } from "../../interaction/page-visits.ts";
import { useShortcuts } from "../../interaction/shortcuts.tsx";
import { useIssueList, useNamedIssue } from "./data/issue-data.ts";
import { filterOf, type IssueFilter, issueSearchOf } from "./data/issue-filter.ts";
import { IssueDetail } from "./detail/issue-detail.tsx";
import classes from "./issues-page.module.css";
import { DropPlaces } from "./list/drop-places.tsx";
import { FilterBar } from "./list/filter-bar.tsx";
import { IssueList, type ListHandle } from "./list/issue-list.tsx";
import { NoIssues, NotListed } from "./list/no-issues.tsx";
import { SelectedIssuesBar } from "./list/selected-issues-bar.tsx";
import { useFilterLabels } from "./list/use-filter-labels.ts";
import { useSelectedIssues } from "./list/use-selected-issues.ts";

const newIssue = () => import("./new-issue/new-issue-dialog.tsx");
const NewIssue = lazyLoad(newIssue, "NewIssueDialog");

const NONE: Issue[] = [];
const GROUP = "Issues";

export function IssuesPage({ app, issue }: { app?: string; issue?: string }) {
  const [, go] = useLocation();
  const search = useSearch();
  // Whoever holds a key down goes through more issues than a browser takes addresses, or a server would like to be asked for.
  const [{ open, isHeld }, setOpen] = useForVisit(useVisit(), { open: issue, isHeld: false });
  const read = useSettled(open, isHeld);
  const filter = useMemo(() => filterOf(search), [search]);
  const isRaising = new URLSearchParams(search).has("new");
  const base = app === undefined ? "/issues" : `/apps/${app}/issues`;
  const list = useIssueList(filter, app);
  const issues = useMemo(() => list.data?.pages.flatMap((page) => page.data) ?? NONE, [list.data]);
  const words = useFilterLabels(filter, app, issues);
  const mayRaise = useHasRole("tester");
  const isNarrow = useMediaQuery("(max-width: 72em)") ?? false;
  const detail = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const handle = useRef<ListHandle>(null);
  const remainingHeight = useRemainingHeight();
  const labelOf = usePlatformLabels();
  const [dragged, setDragged] = useState<readonly Issue[] | null>(null);

  const at = (id: string | undefined, next: IssueFilter = filter, raising = false) => {
    const query = [issueSearchOf(next), raising ? "new=" : ""].filter(Boolean).join("&");
    return `${id === undefined ? base : `${base}/${id}`}${query === "" ? "" : `?${query}`}`;
  };
  const narrow = (next: IssueFilter) => go(at(open, next), { replace: true });
  const raise = mayRaise ? () => go(at(open, filter, true)) : null;
  const focusDetail = () => requestAnimationFrame(() => detail.current?.querySelector("h2")?.focus());

  // An issue that was fixed leaves the list of open ones: the place it had is where one goes on from.
  const place = useRef(-1);
  const named = useNamedIssue(open);
  const shown = useNamedIssue(read);
  const index = issues.findIndex(({ id }) => id === named.id);
  if (index >= 0) place.current = index;
  const focusList = () => handle.current?.focus(Math.max(0, Math.min(place.current, issues.length - 1)));
  const move = (step: 1 | -1, isHeld = false) => {
    const from = open === undefined ? -1 : index >= 0 ? index : place.current - (step === 1 ? 1 : 0);
    const to = Math.max(0, Math.min(from + step, issues.length - 1));
    const next = issues[to];
    if (next === undefined) return;
    const isReading = detail.current?.contains(document.activeElement) === true;
    if (open === undefined) go(at(next.id));
    else if (next.id !== named.id) {
      setOpen(() => ({ open: next.id, isHeld }));
      followAddress(at(next.id));
    }
    if (isReading || isNarrow) focusDetail();
    else handle.current?.focus(to);
  };
  const selected = useSelectedIssues(`${app} ${issueSearchOf(filter)}`, issues, named.id, handle);
  const isSelecting = selected.issues.length > 0;
  const step = (by: 1 | -1, { shiftKey, repeat }: { shiftKey: boolean; repeat: boolean }) =>
    shiftKey && mayRaise ? selected.extend(by) : move(by, repeat);
  const drag = (id: string) => {
    const some = selected.has(id) ? selected.issues : issues.filter((issue) => issue.id === id);
    // Whatever changes the page at once would end what has just begun.
    setTimeout(() => setDragged(some));
  };
  const close = () => {
    go(at(undefined));
    focusList();
  };
  const goBack = () => {
    const isReading = detail.current?.contains(document.activeElement) === true;
    if (isReading && !isNarrow && index >= 0) focusList();
    else close();
  };

  useShortcuts([
    { keys: ["j"], label: "Next issue", group: GROUP, repeats: true, run: ({ repeat }) => move(1, repeat) },
    { keys: ["k"], label: "Previous issue", group: GROUP, repeats: true, run: ({ repeat }) => move(-1, repeat) },
    {
      keys: ["ArrowDown"],
      label: "Next issue in the list",
      group: GROUP,
      when: isAtRest,
      repeats: true,
      run: (event) => step(1, event),
    },
    {
      keys: ["ArrowUp"],
      label: "Previous issue in the list",
      group: GROUP,
      when: isAtRest,
      repeats: true,
      run: (event) => step(-1, event),
    },
    { keys: ["Enter"], label: "Read the issue", group: GROUP, when: isAtRest, run: focusDetail },
    { keys: ["Escape"], label: "Back to the list", group: GROUP, when: () => open !== undefined, run: goBack },
    { keys: ["/"], label: "Search", group: GROUP, run: () => field.current?.focus() },
    ...(raise === null
      ? []
      : [
          { keys: ["n"], label: "New issue", group: GROUP, run: raise },
          { keys: ["x"], label: "Select, or no longer", group: GROUP, run: selected.toggleHere },
          {
            keys: ["J"],
            label: "Select the next, too",
            group: GROUP,
            repeats: true as const,
            run: () => selected.extend(1),
          },
          {
            keys: ["K"],
            label: "Select the previous, too",
            group: GROUP,
            repeats: true as const,
            run: () => selected.extend(-1),
          },
        ]),
  ]);
  const listKeys = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    step(event.key === "ArrowDown" ? 1 : -1, event);
  };
  useEffect(() => {
    if (app === undefined && open === undefined) document.title = "Issues · Retest";
  }, [app, open]);
  useEffect(() => (mayRaise ? fetchSoon(newIssue) : undefined), [mayRaise]);
  const leaveNew = () => go(at(open), { replace: true });
  const { fetchNextPage } = list;
  const loadMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);

  return (
    <div className={classes.page} ref={remainingHeight} data-open={open !== undefined || undefined}>
      <section className={classes.list} aria-label="All issues" inert={isNarrow && open !== undefined}>
        <FilterBar
          filter={filter}
          path={base}
          title={app === undefined ? "Issues" : null}
          words={words}
          field={field}
          onChange={narrow}
          onLeaveField={() => handle.current?.focus(0)}
          onNew={raise}
        />
        {list.data === undefined ? (
          list.error === null ? (
            <Waiting />
          ) : (
            <NotListed error={list.error} onClear={() => narrow({})} retry={() => void list.refetch()} />
          )
        ) : issues.length === 0 ? (
          <NoIssues filter={filter} onChange={narrow} onNew={raise} />
        ) : (
          <IssueList
            key={issueSearchOf(filter)}
            name={`issues ${issueSearchOf(filter)}`}
            issues={issues}
            current={named.id}
            hasMore={list.hasNextPage}
            isLoadingMore={list.isFetching}
            error={list.isFetchNextPageError ? list.error : null}
            withApp={app === undefined && filter.app === undefined}
            isSelecting={isSelecting}
            isSelected={selected.has}
            select={
              mayRaise ? { toggle: selected.toggle, reach: selected.reach, drag, drop: () => setDragged(null) } : null
            }
            handle={handle}
            hrefOf={(issue) => at(issue.id)}
            labelOf={labelOf}
            loadMore={loadMore}
            onEnter={focusDetail}
            onKeyDown={listKeys}
          />
        )}
        {isSelecting && <SelectedIssuesBar issues={selected.issues} onClear={selected.clear} />}
      </section>
      {open !== undefined && (
        <div key={read} className={classes.detail} ref={detail}>
          <IssueDetail
            named={shown}
            isOfApp={app !== undefined}
            hasKeys={!isSelecting}
            onClose={close}
            onMove={move}
            canMove={{ up: index > 0, down: index >= 0 && index < issues.length - 1 }}
          />
        </div>
      )}
      {dragged !== null && <DropPlaces issues={dragged} onDone={() => setDragged(null)} />}
      <LoadOnOpen what={isRaising && mayRaise} onClose={leaveNew} takesKeys>
        {isRaising && mayRaise && (
          <NewIssue
            app={app ?? filter.app}
            onClose={leaveNew}
            onRaised={(id) => {
              go(at(id), { replace: true });
              focusDetail();
            }}
          />
        )}
      </LoadOnOpen>
    </div>
  );
}

/** Whether nothing has the focus that would want the key for itself. */
function isAtRest({ target }: globalThis.KeyboardEvent): boolean {
  return target === document.body || (target instanceof HTMLElement && target.id === "main");
}

function usePlatformLabels(): (app: string, code: string) => string {
  const { data: apps } = useOverview();
  return useMemo(() => {
    const labels = new Map<string, string>();
    for (const { id, platforms } of apps ?? []) {
      for (const { code, label } of platforms) labels.set(`${id} ${code}`, label);
    }
    return (app, code) => labels.get(`${app} ${code}`) ?? code;
  }, [apps]);
}
