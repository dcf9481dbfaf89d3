// A check in the grid with its cells. It is drawn again only when it changes.
// biome-ignore-all lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: a table must have all its rows; the grid has the focus of its cells
import { memo, type ReactNode } from "react";
import { Icon } from "../../../components/display/icons.tsx";
import { STATUS_LABEL, StatusShape } from "../../../components/display/status.tsx";
import { cellLabel } from "../data/cell-text.ts";
import type { RunbookCheck } from "../data/runbook.ts";
import type { Column } from "../data/runbook-rows.ts";
import { readMarks } from "../data/unsaved-rows.ts";
import type { Pasted } from "../editing/parse-pasted.ts";
import { type Grip, GripHandle } from "./grip-handle.tsx";
import { Highlight } from "./highlight.tsx";
import { InlineTitle, type Leaving } from "./inline-title.tsx";
import classes from "./runbook-grid.module.css";
import { UNSAVED_LABEL, UnsavedMark } from "./unsaved-mark.tsx";

/** The row whose title is being edited, and what becomes of it. */
export interface RowEditing {
  key: string;
  /** The name of the draft. */
  draft: string;
  isTaken(title: string): boolean;
  save(title: string, leaving: Leaving, base: string): void;
  /** Takes several pasted lines. */
  paste: ((pasted: Pasted, base: string) => void) | undefined;
  cancel(): void;
}

interface CheckProps {
  check: RunbookCheck;
  index: number;
  top: number;
  columns: Column[];
  /** The index of the active column, or -1. */
  active: number;
  /** The chosen columns as a text, so that equal choices compare as equal. */
  chosen: string;
  words: string[];
  /** Unsaved changes of the row: see `readMarks`. */
  unsaved: string | undefined;
  editing: RowEditing | null;
  grip: Grip;
  /** Shown at the active cell. */
  children?: ReactNode;
}

export const CheckRow = memo(function CheckRow(props: CheckProps) {
  const { check, index, top, columns, active, chosen, words, unsaved, editing, grip, children } = props;
  const marks = readMarks(unsaved);
  const own = marks.find(({ platform }) => platform === null);
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
            draft={editing.draft}
            isTaken={editing.isTaken}
            onSave={editing.save}
            onPaste={editing.paste}
            onCancel={editing.cancel}
          />
        ) : (
          <span className={classes.title} title={check.title}>
            <Highlight text={check.title} words={words} />
          </span>
        )}
        {own !== undefined && editing === null && <UnsavedMark state={own.state} withWord />}
      </div>
      {columns.map(({ code, label, platform }, i) => {
        const status = check.statuses[platform];
        const open = check.open_issues[platform]!;
        const mark = marks.find((one) => one.platform === code);
        return (
          <div
            key={code}
            role="gridcell"
            id={`cell-${check.id}-${i + 1}`}
            aria-colindex={i + 2}
            aria-selected={isChosen.includes(i + 1)}
            className={classes.cell}
            data-active={active === i + 1 || undefined}
            data-status={status ?? undefined}
            data-out={status === null || undefined}
            data-index={index}
            data-column={i + 1}
          >
            <span className="sr-only">
              {cellLabel(check, label, platform)}
              {mark !== undefined && `, ${UNSAVED_LABEL[mark.state].toLowerCase()}`}
            </span>
            {status != null && (
              <span className={classes.mark} aria-hidden="true">
                <StatusShape status={status} />
                <span className={classes.word}>{STATUS_LABEL[status]}</span>
                {open > 0 && (
                  <span className={classes.open} data-count="">
                    <Icon name="bug" size={12} />
                    {open}
                  </span>
                )}
              </span>
            )}
            {mark !== undefined && <UnsavedMark state={mark.state} />}
            {active === i + 1 && children}
          </div>
        );
      })}
    </div>
  );
});
