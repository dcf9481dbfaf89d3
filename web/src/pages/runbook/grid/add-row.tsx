// The row at the end of a section, or of the runbook, where an admin adds the next one.
// biome-ignore-all lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: a table must have all its rows; the grid has the focus of its cells
import { memo } from "react";
import { readDraft } from "../../../api/drafts.ts";
import { Icon } from "../../../components/display/icons.tsx";
import type { Row } from "../data/runbook-rows.ts";
import type { RowEditing } from "./check-row.tsx";
import { InlineTitle } from "./inline-title.tsx";
import classes from "./section-row.module.css";

interface Props {
  row: Extract<Row, { kind: "add-check" | "add-section" }>;
  index: number;
  top: number;
  isActive: boolean;
  editing: RowEditing | null;
}

export const AddRow = memo(function AddRow({ row, index, top, isActive, editing }: Props) {
  const isCheck = row.kind === "add-check";
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes.addRow}
      data-kind={row.kind}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div
        role="gridcell"
        id={`row-${row.key.replace(" ", "-")}`}
        aria-colspan={100}
        className={classes.addCell}
        data-active={isActive || undefined}
        data-index={index}
        data-column={0}
      >
        <Icon name="plus" />
        {editing === null ? (
          <span>
            {isCheck ? "Add a check" : "Add a section"}
            {readDraft(row.draft) !== null && ": continue your draft"}
            {isCheck && <span className="sr-only"> to {row.section.title}</span>}
          </span>
        ) : (
          <InlineTitle
            label={isCheck ? "Title of the new check" : "Title of the new section"}
            placeholder={
              isCheck ? "What should be checked? Enter adds it; paste a list to add many" : "Title of the section"
            }
            initial=""
            draft={editing.draft}
            isTaken={editing.isTaken}
            onSave={editing.save}
            onPaste={editing.paste}
            onCancel={editing.cancel}
          />
        )}
      </div>
    </div>
  );
});
