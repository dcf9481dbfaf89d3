// The heading of a section in the grid: its title, how many checks it has, and how they stand.
// biome-ignore-all lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: a table must have all its rows; the grid has the focus of its cells
import { memo } from "react";
import { Icon } from "../../../components/display/icons.tsx";
import { StatusBar } from "../../../components/display/status.tsx";
import { shownOf } from "../data/cell-text.ts";
import { percentOf, type Row } from "../data/runbook-rows.ts";
import { readMarks } from "../data/unsaved-rows.ts";
import type { RowEditing } from "./check-row.tsx";
import { type Grip, GripHandle } from "./grip-handle.tsx";
import { InlineTitle } from "./inline-title.tsx";
import classes from "./section-row.module.css";
import { UnsavedMark } from "./unsaved-mark.tsx";

interface SectionProps {
  row: Extract<Row, { kind: "section" }>;
  index: number;
  /** Null for the heading that stays in sight. */
  top: number | null;
  isActive: boolean;
  /** Unsaved changes of the section: see `readMarks`. */
  unsaved: string | undefined;
  editing: RowEditing | null;
  grip: Grip;
}

export const SectionRow = memo(function SectionRow(props: SectionProps) {
  const { row, index, top, isActive, unsaved, editing, grip } = props;
  const [own] = readMarks(unsaved);
  const { section, counts, shown, all, isCollapsed, testers } = row;
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
            draft={editing.draft}
            isTaken={editing.isTaken}
            onSave={editing.save}
            onCancel={editing.cancel}
          />
        ) : (
          <>
            <span className={classes.sectionTitle}>
              <bdi>{section.title}</bdi>
            </span>
            <span className={classes.count}>{shownOf(shown, all)}</span>
            {testers !== "" && (
              <span className={classes.count}>
                Testers: <bdi>{testers}</bdi>
              </span>
            )}
            {own !== undefined && <UnsavedMark state={own.state} withWord />}
            <span className={classes.sectionBar}>{all > 0 && <StatusBar counts={counts} />}</span>
            {all > 0 && <span className={classes.percent}>{percentOf(counts)} %</span>}
          </>
        )}
      </div>
    </div>
  );
});
