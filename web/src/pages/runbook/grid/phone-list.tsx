// The runbook on a phone: one platform at a time, and for each check large buttons for passed and failed.
import { memo, useRef } from "react";
import { Icon } from "../../../components/display/icons.tsx";
import { StatusMark } from "../../../components/display/status.tsx";
import { countOf, shownOf } from "../data/cell-text.ts";
import { type Cell, cellKey, type RunbookCheck } from "../data/runbook.ts";
import { type Column, percentOf, type Row } from "../data/runbook-rows.ts";
import { type RowMark, readMarks } from "../data/unsaved-rows.ts";
import type { Outcome } from "../results/use-results.ts";
import { Highlight } from "./highlight.tsx";
import classes from "./phone-list.module.css";
import { PHONE_HEIGHT } from "./row-heights.ts";
import { UnsavedLabel } from "./unsaved-mark.tsx";
import { type Arrival, useListScroll } from "./use-list-scroll.ts";

interface Props {
  rows: Row[];
  columns: Column[];
  /** Whether the platform's picker is shown, even with one platform left: it says which. */
  hasPicker: boolean;
  /** The platform that is shown. */
  column: Column;
  words: string[];
  /** Unsaved rows by their keys. */
  unsaved: ReadonlyMap<string, string>;
  canAct: boolean;
  onPick(code: string): void;
  onRecord(cells: Cell[], outcome: Outcome): void;
  onOpen(check: string): void;
  onToggleSection(section: string): void;
  /** Cells, by `cellKey`; null while nobody selects. */
  selected: ReadonlySet<string> | null;
  onSelect(index: number): void;
  /** The check that the address names. */
  here: string | null;
  arrival: Arrival;
  onTop(key: string | null): void;
}

export function PhoneList(props: Props) {
  const { rows, columns, hasPicker, column, words, canAct, onPick, onRecord, onOpen, onToggleSection, here } = props;
  const scroller = useRef<HTMLElement>(null);
  const { drawn, heading, starts } = useListScroll({
    scroller,
    rows,
    heights: PHONE_HEIGHT,
    head: 0,
    index: -1,
    arrival: props.arrival,
    onTop: props.onTop,
  });
  return (
    <>
      {hasPicker && (
        <div className={classes.picker} role="radiogroup" aria-label="Platform">
          {columns.map(({ code, label }) => (
            <label key={code} className={classes.pick}>
              <input type="radio" name="platform" checked={code === column.code} onChange={() => onPick(code)} />
              <bdi>{label}</bdi>
            </label>
          ))}
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
      <section ref={scroller} className={classes.scroller} tabIndex={0} aria-label="Checks" data-makes-room="">
        <ul className={classes.list} style={{ height: starts.at(-1) }}>
          {drawn.map((index) => {
            const row = rows[index]!;
            const { key } = row;
            const isSticky = index === heading;
            const style = isSticky ? undefined : { transform: `translateY(${starts[index]}px)` };
            if (row.kind === "section") {
              return (
                <li key={key} className={classes.section} data-sticky={isSticky || undefined} style={style}>
                  <button type="button" aria-expanded={!row.isCollapsed} onClick={() => onToggleSection(row.key)}>
                    <span className={classes.chevron} data-collapsed={row.isCollapsed || undefined}>
                      <Icon name="down" />
                    </span>
                    <span className={classes.sectionTitle}>
                      <bdi>{row.section.title}</bdi>
                    </span>
                    <span className={classes.count}>
                      {shownOf(row.shown, row.all)}, {percentOf(row.counts)} %
                    </span>
                  </button>
                </li>
              );
            }
            if (row.kind !== "check") return null;
            return (
              <PhoneCheck
                key={key}
                check={row.check}
                isHere={row.key === here}
                column={column}
                top={starts[index]!}
                words={words}
                mark={markOf(props.unsaved.get(row.key), column.code)}
                canAct={canAct}
                onRecord={onRecord}
                onOpen={onOpen}
                isSelected={props.selected === null ? null : props.selected.has(cellKey(row.key, column.platform))}
                onSelect={() => props.onSelect(index)}
              />
            );
          })}
        </ul>
      </section>
    </>
  );
}

interface CheckProps extends Pick<Props, "column" | "words" | "canAct" | "onRecord" | "onOpen"> {
  check: RunbookCheck;
  isHere: boolean;
  top: number;
  mark: RowMark["state"] | undefined;
  /** Whether the row is selected; null while nothing is being selected. */
  isSelected: boolean | null;
  onSelect(): void;
}

const PhoneCheck = memo(function PhoneCheck(props: CheckProps) {
  const { check, isHere, column, top, words, mark, canAct, onRecord, onOpen, isSelected, onSelect } = props;
  const status = check.statuses[column.platform]!;
  const open = check.open_issues[column.platform]!;
  const cells = [{ check: check.id, platform: column.platform }];
  const isMarked = status === "not_applicable";
  return (
    <li
      className={classes.check}
      style={{ transform: `translateY(${top}px)` }}
      data-status={status}
      data-here={isHere || undefined}
      aria-current={isHere || undefined}
    >
      <button
        type="button"
        className={classes.about}
        data-selecting={isSelected !== null || undefined}
        aria-pressed={isSelected ?? undefined}
        onClick={() => (isSelected === null ? onOpen(check.id) : onSelect())}
      >
        {isSelected !== null && (
          <span className={classes.box} data-checked={isSelected || undefined}>
            {isSelected && <Icon name="check" size={16} />}
          </span>
        )}
        <span className={classes.title}>
          <Highlight text={check.title} words={words} />
        </span>
        <span className={classes.meta}>
          <StatusMark status={status} />
          {open > 0 && <span>{countOf(open, "open issue")}</span>}
          {mark !== undefined && <UnsavedLabel state={mark} />}
        </span>
      </button>
      {canAct && isSelected === null && (
        <span className={classes.buttons}>
          <button
            type="button"
            className={classes.pass}
            data-status="passed"
            aria-pressed={status === "passed"}
            aria-label={`Pass ${check.title}`}
            disabled={isMarked}
            onClick={() => onRecord(cells, "passed")}
          >
            <Icon name="check" size={20} />
            Pass
          </button>
          <button
            type="button"
            className={classes.fail}
            data-status="failed"
            aria-pressed={status === "failed"}
            aria-label={`Fail ${check.title}`}
            disabled={isMarked}
            onClick={() => onRecord(cells, "failed")}
          >
            <Icon name="close" size={20} />
            Fail
          </button>
        </span>
      )}
    </li>
  );
});

/** The mark of the platform, or of the check itself. */
function markOf(unsaved: string | undefined, code: string): RowMark["state"] | undefined {
  const marks = readMarks(unsaved);
  return (marks.find(({ platform }) => platform === code) ?? marks.find(({ platform }) => platform === null))?.state;
}
