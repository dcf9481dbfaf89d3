// The rows of the grid: a section's heading, and a check with its cells. They are drawn again only when they change.
// biome-ignore-all lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: a table must have all its rows; the grid has the focus of its cells
import { memo, type PointerEvent, type ReactNode } from "react";
import { Icon } from "../../parts/icons.tsx";
import { STATUS_WORD, StatusBar, StatusShape } from "../../parts/status.tsx";
import { cellLabel, countOf } from "./cell-words.ts";
import classes from "./grid.module.css";
import { Highlight } from "./highlight.tsx";
import { InlineTitle } from "./inline-title.tsx";
import { type Column, percentOf, type Row } from "./rows.ts";
import type { RunbookCheck } from "./runbook-data.ts";

/** The row whose title is being edited, and what becomes of it. */
export interface RowEditing {
  key: string;
  isTaken(title: string): boolean;
  save(title: string, again: boolean): void;
  cancel(): void;
}

/** Begins to drag the row of this key. */
export type Grip = ((event: PointerEvent, key: string) => void) | null;

interface SectionProps {
  row: Extract<Row, { kind: "section" }>;
  index: number;
  /** Null for the heading that stays in sight. */
  top: number | null;
  isActive: boolean;
  editing: RowEditing | null;
  grip: Grip;
}

export const SectionRow = memo(function SectionRow({ row, index, top, isActive, editing, grip }: SectionProps) {
  const { section, counts, checks, isCollapsed } = row;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes.sectionRow}
      data-sticky={top === null || undefined}
      style={top === null ? undefined : { transform: `translateY(${top}px)` }}
    >
      <div
        role="rowheader"
        id={`row-${row.key}`}
        aria-expanded={!isCollapsed}
        aria-colspan={100}
        className={classes.sectionCell}
        data-active={isActive || undefined}
        data-index={index}
        data-column={0}
      >
        <GripHandle grip={grip} rowKey={row.key} />
        <span className={classes.chevron} data-collapsed={isCollapsed || undefined}>
          <Icon name="down" />
        </span>
        {editing !== null ? (
          <InlineTitle
            label="Title of the section"
            initial={section.title}
            isTaken={editing.isTaken}
            onSave={editing.save}
            onCancel={editing.cancel}
          />
        ) : (
          <>
            <span className={classes.sectionTitle}>
              <bdi>{section.title}</bdi>
            </span>
            <span className={classes.count}>{countOf(checks, "check")}</span>
            <span className={classes.sectionBar}>{checks > 0 && <StatusBar counts={counts} />}</span>
            {checks > 0 && <span className={classes.percent}>{percentOf(counts)} %</span>}
          </>
        )}
      </div>
    </div>
  );
});

interface CheckProps {
  check: RunbookCheck;
  index: number;
  top: number;
  columns: Column[];
  /** The column one is at, or -1. */
  active: number;
  /** Chosen columns, as a text. */
  chosen: string;
  words: string[];
  editing: RowEditing | null;
  grip: Grip;
  /** What stands at the active cell. */
  children?: ReactNode;
}

export const CheckRow = memo(function CheckRow(props: CheckProps) {
  const { check, index, top, columns, active, chosen, words, editing, grip, children } = props;
  const isChosen = chosen === "" ? [] : chosen.split(" ").map(Number);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes.checkRow}
      data-here={active >= 0 || undefined}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div
        role="rowheader"
        id={`cell-${check.id}-0`}
        aria-colindex={1}
        className={classes.titleCell}
        data-active={active === 0 || undefined}
        data-index={index}
        data-column={0}
      >
        <GripHandle grip={grip} rowKey={check.id} />
        <span className={classes.ref}>
          <Highlight text={check.ref} words={words} />
        </span>
        {editing !== null ? (
          <InlineTitle
            label="Title of the check"
            initial={check.title}
            isTaken={editing.isTaken}
            onSave={editing.save}
            onCancel={editing.cancel}
          />
        ) : (
          <span className={classes.title} title={check.title}>
            <Highlight text={check.title} words={words} />
          </span>
        )}
      </div>
      {columns.map(({ code, label, platform }, i) => {
        const status = check.statuses[platform]!;
        const open = check.open_issues[platform]!;
        return (
          <div
            key={code}
            role="gridcell"
            id={`cell-${check.id}-${i + 1}`}
            aria-colindex={i + 2}
            aria-selected={isChosen.includes(i + 1)}
            className={classes.cell}
            data-active={active === i + 1 || undefined}
            data-status={status}
            data-index={index}
            data-column={i + 1}
          >
            <span className="sr-only">{cellLabel(check, label, platform)}</span>
            <span className={classes.mark} aria-hidden="true">
              <StatusShape status={status} />
              <span className={classes.word}>{STATUS_WORD[status]}</span>
              {open > 0 && (
                <span className={classes.open}>
                  <Icon name="bug" size={12} />
                  {open}
                </span>
              )}
            </span>
            {active === i + 1 && children}
          </div>
        );
      })}
    </div>
  );
});

function GripHandle({ grip, rowKey }: { grip: Grip; rowKey: string }) {
  if (grip === null) return null;
  return (
    <span
      className={classes.grip}
      data-own=""
      title="Drag to move, or Alt and arrows"
      onPointerDown={(event) => grip(event, rowKey)}
    >
      <Icon name="grip" />
    </span>
  );
}
