// The grid: checks by section down, platforms across. Only the rows in sight are drawn. The grid itself has the focus and
// names the cell one is at, so that neither scrolling nor filtering ever loses it.
// biome-ignore-all lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: a table must have all its rows; the grid has the focus of its cells
import { useElementSize, useMergedRef } from "@mantine/hooks";
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from "react";
import { countOf } from "../data/cell-text.ts";
import { cellKey } from "../data/runbook.ts";
import type { Column, Row } from "../data/runbook-rows.ts";
import type { Cursor } from "../data/use-cursor.ts";
import { ActionBar, type Actions, BAR, type BarPlace } from "./action-bar.tsx";
import { AddRow } from "./add-row.tsx";
import { CheckRow, type RowEditing } from "./check-row.tsx";
import { DropLine, useDrag } from "./drag-rows.tsx";
import { HEAD_HEIGHT, HEIGHT } from "./row-heights.ts";
import classes from "./runbook-grid.module.css";
import { SectionRow } from "./section-row.tsx";
import { scrollPageTo } from "./show-active.ts";
import { type Arrival, useListScroll } from "./use-list-scroll.ts";

/** Pixels that a column needs to show its words, and the least it can have. */
const WORDY = 132;
const ROOMY = 168;
const NARROW = 52;
const TITLE_LEAST = 280;
const EDGE = 14;

interface Props {
  gridRef: RefObject<HTMLDivElement | null>;
  rows: Row[];
  columns: Column[];
  cursor: Cursor;
  words: string[];
  /** Unsaved rows by their keys. */
  unsaved: ReadonlyMap<string, string>;
  editing: RowEditing | null;
  actions: Actions;
  /** Null when nothing may be recorded here. */
  canAct: boolean;
  /** Whether a click selects. */
  isSelecting: boolean;
  onKey(event: KeyboardEvent): void;
  onPaste(text: string): void;
  onOpen(check: string): void;
  onToggleSection(section: string): void;
  checks: number;
  arrival: Arrival;
  onTop(key: string | null): void;
}

export function RunbookGrid(props: Props) {
  const { gridRef, rows, columns, cursor, words, editing, actions, canAct } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { ref: sizeRef, width } = useElementSize<HTMLDivElement>();
  const ref = useMergedRef(scroller, sizeRef, gridRef);
  const [bar, setBar] = useState<BarPlace | null>(null);
  const room = width - TITLE_LEAST - EDGE;
  const isNarrow = width > 0 && columns.length * WORDY > room;
  const template = `minmax(${TITLE_LEAST}px, 1fr) repeat(${columns.length}, ${isNarrow ? `${NARROW}px` : `minmax(${WORDY}px, ${ROOMY}px)`})`;
  const least = TITLE_LEAST + columns.length * (isNarrow ? NARROW : WORDY) + EDGE;
  const { index, column } = cursor;
  const { drawn, heading, starts } = useListScroll({
    scroller,
    rows,
    heights: HEIGHT,
    head: HEAD_HEIGHT,
    index,
    arrival: props.arrival,
    onTop: props.onTop,
  });
  const cell = activeId(rows[index], column);
  const isWide = width > 0 && least > width;
  useEffect(() => {
    if (cell === undefined) return;
    if (isWide) bringIntoSight(scroller.current!, document.getElementById(cell));
    scrollPageTo(document.getElementById(cell));
  }, [cell, isWide]);
  const drag = useDrag(scroller, rows, starts, actions.move);

  const place = (event: MouseEvent) => {
    const cell = (event.target as Element).closest<HTMLElement>("[data-index]");
    if (cell === null || (event.target as Element).closest("input,[data-own]") !== null) return null;
    return { index: Number(cell.dataset.index), column: Number(cell.dataset.column), cell };
  };
  const click = (event: MouseEvent) => {
    const at = place(event);
    if (at === null) return;
    const row = rows[at.index]!;
    if (props.isSelecting && row.kind === "check") return cursor.toggle(at.index, at.column);
    if (event.shiftKey) cursor.moveTo(at.index, at.column, true);
    else {
      cursor.moveTo(at.index, at.column);
      if (event.ctrlKey || event.metaKey) cursor.toggle(at.index, at.column);
      else cursor.clearChosen();
    }
    const isChoosing = event.shiftKey || event.ctrlKey || event.metaKey;
    if (row.kind === "section") props.onToggleSection(row.key);
    else if (row.kind === "check" && at.column === 0 && !isChoosing) props.onOpen(row.key);
    else if (row.kind !== "check") actions.add(row);
    const isCell = row.kind === "check" && at.column > 0 && at.cell.dataset.out === undefined;
    setBar(canAct && isCell ? barPlace(scroller.current!, at.cell) : null);
  };

  return (
    <div
      ref={ref}
      className={classes.grid}
      role="grid"
      tabIndex={0}
      aria-label="Runbook"
      aria-description={`${countOf(props.checks, "check")} on ${countOf(columns.length, "platform")}`}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable="true"
      aria-activedescendant={cell}
      data-narrow={isNarrow || undefined}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return;
        if (bar !== null && event.key === "Escape") event.preventDefault();
        else props.onKey(event);
        setBar(null);
      }}
      onClick={click}
      onPaste={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        props.onPaste(event.clipboardData.getData("text/plain"));
      }}
      onDoubleClick={(event) => {
        const at = place(event);
        if (at !== null && at.column === 0) actions.rename();
      }}
      style={
        {
          "--columns": template,
          "--least": `${least}px`,
          "--sight": width > 0 ? `${width}px` : "100%",
        } as React.CSSProperties
      }
    >
      <div role="rowgroup" className={classes.head}>
        <div role="row" aria-rowindex={1} className={classes.row}>
          <div role="columnheader" aria-colindex={1} className={classes.headTitle}>
            Check
          </div>
          {columns.map(({ code, label }, i) => (
            <div key={code} role="columnheader" aria-colindex={i + 2} className={classes.headCell} title={label}>
              <bdi>{label}</bdi>
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" className={classes.body} style={{ height: starts.at(-1) }}>
        {drawn.map((at) => {
          const row = rows[at]!;
          const { key } = row;
          const own = at === index ? column : -1;
          const isSticky = at === heading;
          const top = isSticky ? null : starts[at]!;
          const isEdited = editing?.key === key ? editing : null;
          if (row.kind === "section") {
            return (
              <SectionRow
                key={key}
                row={row}
                index={at}
                top={top}
                isActive={own >= 0}
                unsaved={props.unsaved.get(row.key)}
                editing={isEdited}
                grip={drag.grip}
              />
            );
          }
          if (row.kind !== "check") {
            return <AddRow key={key} row={row} index={at} top={top!} isActive={own >= 0} editing={isEdited} />;
          }
          return (
            <CheckRow
              key={key}
              check={row.check}
              index={at}
              top={top!}
              columns={columns}
              active={own}
              chosen={chosenOf(cursor.chosen, row.check.id, columns)}
              words={words}
              unsaved={props.unsaved.get(row.key)}
              editing={isEdited}
              grip={drag.grip}
            >
              {own > 0 && bar !== null && (
                <ActionBar actions={actions} cells={cursor.cells.length} place={bar} onDone={() => setBar(null)} />
              )}
            </CheckRow>
          );
        })}
        {drag.line !== null && <DropLine top={drag.line} />}
      </div>
    </div>
  );
}

/** Sideways, for many platforms: the titles stay on the left, and a cell must not be under them. */
function bringIntoSight(scroller: Element, cell: HTMLElement | null): void {
  const title = cell?.parentElement?.firstElementChild;
  if (cell?.role !== "gridcell" || !(title instanceof HTMLElement)) return;
  const most = cell.offsetLeft - title.offsetWidth;
  const least = cell.offsetLeft + cell.offsetWidth - scroller.clientWidth;
  if (scroller.scrollLeft > most) scroller.scrollLeft = most;
  else if (scroller.scrollLeft < least) scroller.scrollLeft = least;
}

/** Where there is room for the bar: below and to the right, unless the cell is at an edge. */
function barPlace(scroller: Element, cell: Element): BarPlace {
  const [room, own] = [scroller.getBoundingClientRect(), cell.getBoundingClientRect()];
  return { isAbove: own.bottom > room.bottom - BAR.height, isLeft: own.left > room.right - BAR.width };
}

export function activeId(row: Row | undefined, column: number): string | undefined {
  if (row === undefined) return undefined;
  return row.kind === "check" ? `cell-${row.key}-${column}` : `row-${row.key.replace(" ", "-")}`;
}

/** The chosen columns as a text, so that rows whose choice is the same aren't drawn again. */
function chosenOf(chosen: ReadonlySet<string>, check: string, columns: readonly Column[]): string {
  if (chosen.size === 0) return "";
  return columns.flatMap(({ platform }, i) => (chosen.has(cellKey(check, platform)) ? [i + 1] : [])).join(" ");
}
