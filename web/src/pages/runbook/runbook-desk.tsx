// The desk: how the runbook stands, what of it is shown, the grid with its keys, and the check that is open.
import { Drawer } from "@mantine/core";
import { useLocalStorage, useMediaQuery } from "@mantine/hooks";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { useMay } from "../../api/session.tsx";
import { Empty } from "../../parts/failure.tsx";
import { fetchSoon, lazily } from "../../parts/lazily.tsx";
import { OnDemand } from "../../parts/on-demand.tsx";
import type { DetailProps } from "./check-detail.tsx";
import { useEdits } from "./edits.ts";
import { useFilters } from "./filters.ts";
import { Grid } from "./grid.tsx";
import { PhoneList } from "./phone-list.tsx";
import { columnsOf, countsOf, rowsOf, wordsOf } from "./rows.ts";
import type { Runbook } from "./runbook-data.ts";
import classes from "./runbook-desk.module.css";
import { Summary } from "./summary.tsx";
import { Toolbar } from "./toolbar.tsx";
import { Trend } from "./trend.tsx";
import { useUndoStack } from "./undo-stack.ts";
import { useActing } from "./use-acting.ts";
import { useCursor, useFollowFilter } from "./use-cursor.ts";
import { useFill } from "./use-fill.ts";
import { useGridKeys } from "./use-grid-keys.ts";
import { useHeld } from "./use-held.ts";
import type { Pending } from "./use-pending.ts";
import { useResults } from "./use-results.ts";
import { useRowEditing } from "./use-row-editing.ts";

const checkDetail = () => import("./check-detail.tsx");
const issueDialog = () => import("./issue-dialog.tsx");
const CheckDetail = lazily(checkDetail, "CheckDetail");
const IssueDialog = lazily(issueDialog, "IssueDialog");

const PHONE = "(max-width: 40em)";

function useRemembered<T>(key: string, defaultValue: T) {
  return useLocalStorage<T>({ key: `retest-runbook-${key}`, defaultValue, getInitialValueInEffect: false });
}

export function RunbookDesk({ runbook, pending }: { runbook: Runbook; pending: Pending }) {
  const app = runbook.app.id;
  const canAct = useMay("tester");
  const mayEdit = useMay("admin");
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const state = useFilters();
  const { filters, isFiltered, opened, open } = state;
  const [goesOn, setGoesOn] = useRemembered("goes-on", true);
  const [isTrendOpen, setTrendOpen] = useRemembered("trend", false);
  const [phonePlatform, setPhonePlatform] = useRemembered<string | null>(`platform-${app}`, null);
  const [collapsedList, setCollapsed] = useRemembered<string[]>(`collapsed-${app}`, []);
  const gridRef = useRef<HTMLDivElement>(null);
  const searchRef = useRef<HTMLInputElement>(null);
  const fill = useFill();
  useEffect(() => fetchSoon(checkDetail, issueDialog), []);

  const undo = useUndoStack();
  const results = useResults(runbook, pending, undo);
  const edits = useEdits(app, undo);
  const { held, hold } = useHeld(filters);

  const all = useMemo(() => columnsOf(runbook, null), [runbook]);
  const columns = useMemo(
    () => (isPhone ? pick(columnsOf(runbook, phonePlatform)) : columnsOf(runbook, filters.platform)),
    [runbook, isPhone, phonePlatform, filters.platform],
  );
  const counts = useMemo(() => countsOf(runbook.checks, columns), [runbook, columns]);
  const collapsed = useMemo(() => new Set(collapsedList), [collapsedList]);
  const rows = useMemo(
    () => rowsOf(runbook, columns, { filters, isFiltered, collapsed, held, mayEdit: mayEdit && !isPhone }),
    [runbook, columns, filters, isFiltered, collapsed, held, mayEdit, isPhone],
  );
  const words = useMemo(() => wordsOf(filters.q), [filters.q]);
  const cursor = useCursor(rows, columns);
  useFollowFilter(cursor, rows, columns, filters.statuses);
  const focusGrid = useCallback(() => gridRef.current?.focus(), []);
  const editing = useRowEditing({ runbook, rows, cursor, edits, focusGrid });
  const shownChecks = rows.filter(({ kind }) => kind === "check").length;

  const { actions, record, raising, raiseOn, endRaising } = useActing({
    rows,
    columns,
    cursor,
    results,
    editing,
    filters,
    goesOn,
    mayMove: mayEdit && !isFiltered,
    hold,
  });
  const toggleSection = (id: string) =>
    setCollapsed((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]));
  const openHere = () => {
    if (cursor.row?.kind === "check") open(opened === cursor.row.key ? null : cursor.row.key);
  };
  const onKey = useGridKeys({
    gridRef,
    searchRef,
    rows,
    cursor,
    actions,
    editing,
    undo,
    state,
    canAct,
    mayEdit,
    toggleSection,
    openHere,
    isPhone,
  });

  const openedCheck = openedIn(
    runbook,
    opened === null ? null : isPhone || cursor.row?.kind !== "check" ? opened : cursor.row.key,
  );
  const closeDetail = () => {
    open(null);
    focusGrid();
  };
  const detail: DetailProps | null =
    openedCheck === undefined
      ? null
      : {
          runbook,
          check: openedCheck,
          results,
          edits,
          canAct,
          mayEdit,
          isTaken: editing.isTaken,
          onRaise: raiseOn,
          onClose: closeDetail,
        };
  const raisedCheck = raising === null ? undefined : openedIn(runbook, raising[0]!.check);

  return (
    <div ref={fill} className={classes.desk}>
      <Summary counts={counts} chosen={filters.statuses} onChoose={(statuses) => state.change({ statuses })} />
      {isTrendOpen && <Trend app={app} />}
      <Toolbar
        runbook={runbook}
        state={state}
        searchRef={searchRef}
        isPhone={isPhone}
        shown={shownChecks}
        canAct={canAct}
        onLeaveSearch={focusGrid}
        goesOn={goesOn}
        onGoesOn={setGoesOn}
        isTrendOpen={isTrendOpen}
        onTrend={setTrendOpen}
        onCollapseAll={(collapse) => setCollapsed(collapse ? runbook.sections.map(({ id }) => id) : [])}
      />
      {rows.length === 0 ? (
        <Empty title="No check fits">Take a filter away, or look for other words.</Empty>
      ) : isPhone ? (
        <PhoneList
          rows={rows}
          columns={all}
          column={columns[0]!}
          words={words}
          canAct={canAct}
          onPick={setPhonePlatform}
          onRecord={record}
          onOpen={open}
          onToggleSection={toggleSection}
        />
      ) : (
        <div className={classes.split}>
          <Grid
            gridRef={gridRef}
            rows={rows}
            columns={columns}
            cursor={cursor}
            words={words}
            editing={editing.editing}
            actions={actions}
            canAct={canAct}
            onKey={onKey}
            onOpen={open}
            onToggleSection={toggleSection}
            checks={shownChecks}
          />
          {detail !== null && (
            <section
              className={classes.aside}
              aria-label={`Check ${detail.check.title}`}
              onKeyDown={(event) => {
                if (event.key === "Escape" && !event.defaultPrevented) closeDetail();
              }}
            >
              <OnDemand what={opened} onFailed={closeDetail}>
                <CheckDetail {...detail} />
              </OnDemand>
            </section>
          )}
        </div>
      )}
      {isPhone && detail !== null && (
        <Drawer
          opened
          onClose={closeDetail}
          position="bottom"
          size="92%"
          padding={0}
          withCloseButton={false}
          title={<span className="sr-only">Check {detail.check.title}</span>}
          classNames={{ header: "sr-only" }}
        >
          <OnDemand what={opened} onFailed={closeDetail}>
            <CheckDetail {...detail} />
          </OnDemand>
        </Drawer>
      )}
      <OnDemand what={raising} onFailed={endRaising}>
        {raisedCheck !== undefined && (
          <IssueDialog
            runbook={runbook}
            check={raisedCheck}
            platforms={raising!.map(({ platform }) => platform)}
            onClose={endRaising}
          />
        )}
      </OnDemand>
    </div>
  );
}

function pick<T>(columns: readonly T[]): T[] {
  return columns.slice(0, 1);
}

function openedIn({ checks }: Runbook, id: string | null) {
  return id === null ? undefined : checks.find((check) => check.id === id);
}
