// The runbook as its testers see it: how it stands, what of it is shown, the grid with its keys, and the check that is open.
import { useCallback, useEffect, useMemo, useRef } from "react";
import { isNew, type Unsaved } from "../../api/unsaved-change.ts";
import { fetchSoon } from "../../components/behaviour/lazy-load.tsx";
import { useRemainingHeight } from "../../components/behaviour/use-remaining-height.ts";
import { Empty } from "../../components/display/loading-and-failure.tsx";
import { MissingCheckNote } from "./archived/missing-check-note.tsx";
import type { Restore } from "./archived/use-restore.ts";
import type { DetailProps } from "./check/check-detail.tsx";
import type { Copied } from "./copy/copy-runbook.ts";
import { CycleNote } from "./cycle/cycle-note.tsx";
import { useFollowFilter } from "./data/next-place.ts";
import type { Cell, Runbook } from "./data/runbook.ts";
import { useRunbookAddress } from "./data/runbook-address.ts";
import { findCheck } from "./data/runbook-data.ts";
import { countsOf, wordsOf } from "./data/runbook-rows.ts";
import { say, type UndoStack } from "./data/undo-stack.ts";
import { marksOf } from "./data/unsaved-rows.ts";
import { useCursor } from "./data/use-cursor.ts";
import { useKeptInSight } from "./data/use-kept-in-sight.ts";
import { useOutline } from "./data/use-outline.ts";
import { usePreferences } from "./data/use-preferences.ts";
import { useRows } from "./data/use-rows.ts";
import { useRunbookRights } from "./data/use-runbook-rights.ts";
import { useScreenSize } from "./data/use-screen-size.ts";
import { useShownPlatforms } from "./data/use-shown-platforms.ts";
import { useUnfold } from "./data/use-unfold.ts";
import { isArchivedHere } from "./editing/archived-on-page.ts";
import { parsePasted } from "./editing/parse-pasted.ts";
import { useEdits } from "./editing/runbook-edits.ts";
import { PhoneList } from "./grid/phone-list.tsx";
import { RunbookGrid } from "./grid/runbook-grid.tsx";
import { SelectionBar } from "./grid/selection-bar.tsx";
import { firstInSight, showActive } from "./grid/show-active.ts";
import { useCellActions } from "./grid/use-cell-actions.ts";
import { useGridKeys } from "./grid/use-grid-keys.ts";
import { useInsertion } from "./grid/use-insertion.ts";
import { useRowEditing } from "./grid/use-row-editing.ts";
import { useSelecting } from "./grid/use-selecting.ts";
import { useShownPlace } from "./grid/use-shown-place.ts";
import { checkDetail, checkSheet, OpenedCheck } from "./opened-check.tsx";
import { issueDialog } from "./results/load-issue-dialog.tsx";
import { useResults } from "./results/use-results.ts";
import classes from "./runbook-view.module.css";
import { Summary, SummaryStrip } from "./status/runbook-summary.tsx";
import { Trend } from "./status/trend-and-burn-down.tsx";
import { Toolbar } from "./toolbar/toolbar.tsx";

interface Props {
  runbook: Runbook;
  unsaved: readonly Unsaved[];
  undo: UndoStack;
  restore: Restore;
  /** Opens the dialog for an issue on these cells. */
  onRaise(cells: Cell[]): void;
  /** Opens the dialog that copies these checks or sections. */
  onCopy(what: Copied): void;
  /** Opens the list of archived entries. */
  onArchived(): void;
}

export function RunbookView({ runbook, unsaved, undo, restore, onRaise, onCopy, onArchived }: Props) {
  const app = runbook.app.id;
  const { canAct, mayEdit } = useRunbookRights(runbook);
  const { isPhone, isCompact } = useScreenSize();
  const address = useRunbookAddress();
  const { filters, isFiltered, change } = address;
  const { collapsed, setFolded, toggleSection, goesOn, ...preferences } = usePreferences(app);
  const gridRef = useRef<HTMLDivElement>(null);
  const searchRef = useRef<HTMLInputElement>(null);
  const remainingHeight = useRemainingHeight();
  useEffect(() => fetchSoon(isPhone ? checkSheet : checkDetail, issueDialog), [isPhone]);
  const results = useResults(runbook, undo, onRaise);
  const edits = useEdits(app, undo);
  const { held, hold } = useKeptInSight(filters);
  const [insertion, setInsertion] = useInsertion(runbook);

  const { cycle, platforms, sections } = runbook;
  const outline = useOutline(runbook);
  const { columns, phoneOn, pick, ...shown } = useShownPlatforms({ outline, address, preferences, isPhone });
  const counts = useMemo(() => countsOf(runbook.checks, columns), [runbook, columns]);
  const arrangement = { filters, isFiltered, collapsed, held, mayEdit: mayEdit && !isPhone, insertion };
  const { rows, noteHere } = useRows(runbook, columns, arrangement);
  const marks = useMemo(() => marksOf(unsaved), [unsaved]);
  const words = useMemo(() => wordsOf(filters.q), [filters.q]);
  const openedBefore = useRef<string | null>(null);
  const isOpen = (key: string) => openedBefore.current === key;
  const cursor = useCursor({ runbook, rows, columns, address, isOwnRemoval: isArchivedHere, isOpen });
  noteHere(cursor.row?.kind === "check" ? cursor.row.key : null);
  useFollowFilter(cursor, rows, columns, filters.statuses, address);
  const place = useShownPlace({ runbook, rows, cursor, address, isPhone, phoneOn });
  const { opened, open } = place;
  openedBefore.current = opened;
  const focusGrid = useCallback(() => gridRef.current?.focus(), []);
  const editing = useRowEditing({ runbook, rows, cursor, edits, insertion, setInsertion, focusGrid, onCopy });
  const shownChecks = useMemo(() => rows.filter(({ kind }) => kind === "check").length, [rows]);

  const at = { runbook: outline, rows, columns, cursor };
  const { actions, record } = useCellActions({
    ...at,
    results,
    editing,
    filters,
    goesOn,
    mayMove: mayEdit && !isFiltered,
    raiseOn: onRaise,
    hold,
  });
  const copySections = useCallback(() => onCopy({ kind: "sections", ids: [] }), [onCopy]);
  const selecting = useSelecting(cursor, focusGrid);
  const openedCheck = opened !== null && isNew(opened) ? undefined : findCheck(runbook, opened);
  const openCheck = (id: string | null) => {
    if (id !== null && isNew(id)) say("This check is not saved yet: it opens once it is.");
    else open(id);
  };
  const openHere = () => {
    if (cursor.row?.kind === "check") openCheck(opened === cursor.row.key ? null : cursor.row.key);
  };
  const collapseAll = useUnfold(runbook, address, setFolded);
  const onKey = useGridKeys({
    gridRef,
    searchRef,
    rows,
    cursor,
    actions,
    editing,
    undo,
    state: address,
    openedTitle: openedCheck?.title ?? null,
    canAct,
    mayEdit,
    selecting,
    toggleSection,
    open,
    openHere,
    isPhone,
  });

  const closeDetail = () => {
    open(null);
    focusGrid();
  };
  const detail: DetailProps | null =
    openedCheck === undefined
      ? null
      : {
          ...{ runbook, results, edits, unsaved, canAct, mayEdit, onRaise },
          check: openedCheck,
          isTaken: editing.isTaken,
          begin: isPhone ? columns[0]!.platform : 0,
          onCopy: (check) => onCopy({ kind: "checks", ids: [check.id] }),
          onArchive: (check) => editing.archive([check], check.id),
          onClose: closeDetail,
        };

  const summary = useMemo(
    () => <Summary counts={counts} chosen={filters.statuses} onChoose={(statuses) => change({ statuses })} />,
    [counts, filters.statuses, change],
  );

  return (
    <div ref={remainingHeight} className={classes.desk}>
      {isCompact ? <SummaryStrip counts={counts} /> : summary}
      {preferences.isTrendOpen && <Trend app={app} cycle={cycle} />}
      <Toolbar
        runbook={outline}
        platforms={shown.platforms}
        all={runbook.checks.length}
        state={address}
        {...{ searchRef, isPhone, isCompact, summary, canAct, goesOn }}
        shown={shownChecks}
        onLeaveSearch={focusGrid}
        onGoesOn={preferences.setGoesOn}
        isTrendOpen={preferences.isTrendOpen}
        onTrend={preferences.setTrendOpen}
        isAnyCollapsed={sections.some(({ id }) => collapsed.has(id))}
        onCollapseAll={collapseAll}
        onArchived={onArchived}
        onCopySections={mayEdit ? copySections : null}
        onSelect={canAct || mayEdit ? selecting.begin : null}
      />
      <CycleNote runbook={outline} isCompact={isCompact} />
      <MissingCheckNote
        runbook={runbook}
        cursor={cursor}
        address={address}
        opened={openedCheck ?? null}
        firstCheck={() => firstInSight(gridRef.current) ?? rows.findIndex(({ kind }) => kind === "check")}
        focusGrid={focusGrid}
        restore={mayEdit ? restore : null}
        onArchived={onArchived}
      />
      {rows.length === 0 ? (
        <Empty title="No check matches">Remove a filter, or search for something else.</Empty>
      ) : isPhone ? (
        <PhoneList
          rows={rows}
          columns={shown.platforms.shown}
          hasPicker={platforms.length > 1}
          column={columns[0]!}
          words={words}
          canAct={canAct}
          selected={selecting.isOn ? cursor.chosen : null}
          onSelect={(index) => cursor.toggle(index, 0)}
          unsaved={marks}
          here={place.phoneAt}
          arrival={place.arrival}
          onTop={place.onTop}
          onPick={pick}
          onRecord={record}
          onOpen={openCheck}
          onToggleSection={toggleSection}
        />
      ) : (
        <div className={classes.split}>
          <RunbookGrid
            gridRef={gridRef}
            rows={rows}
            columns={columns}
            cursor={cursor}
            words={words}
            unsaved={marks}
            editing={editing.editing}
            actions={actions}
            canAct={canAct}
            isSelecting={selecting.isOn}
            onKey={onKey}
            onPaste={(text) => mayEdit && editing.paste(parsePasted(text))}
            onOpen={openCheck}
            onToggleSection={toggleSection}
            checks={shownChecks}
            arrival={place.arrival}
            onTop={place.onTop}
          />
          {detail !== null && <OpenedCheck detail={detail} isPhone={false} />}
        </div>
      )}
      {isPhone && detail !== null && <OpenedCheck detail={detail} isPhone />}
      {(selecting.isOn || cursor.chosen.size > 0) && (canAct || mayEdit) && (
        <SelectionBar
          {...{ rows, cursor, actions, editing, canAct, mayEdit, isPhone }}
          onEnd={selecting.end}
          onShown={() => void showActive(gridRef.current)}
        />
      )}
    </div>
  );
}
