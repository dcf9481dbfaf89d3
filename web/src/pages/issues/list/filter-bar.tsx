// What stands above the list: the views people want most, words to search for, all other filters, and what is set now.
import { Button, Popover } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { type RefObject, useEffect, useState } from "react";
import { Link } from "wouter";
import { Icon } from "../../../components/display/icons.tsx";
import { changed, countNarrowing, type IssueFilter, issueSearchOf, isView, VIEWS } from "../data/issue-filter.ts";
import classes from "./filter-bar.module.css";
import { FilterChips } from "./filter-chips.tsx";
import { FilterPanel } from "./filter-panel.tsx";
import type { FilterLabels } from "./use-filter-labels.ts";

const TYPING_MS = 200;

interface FilterBarProps {
  filter: IssueFilter;
  /** Where the list is, without its filters. */
  path: string;
  title: string | null;
  words: FilterLabels;
  field: RefObject<HTMLInputElement | null>;
  onChange(filter: IssueFilter): void;
  onLeaveField(): void;
  onNew: (() => void) | null;
}

export function FilterBar(props: FilterBarProps) {
  const { filter, path, title, words, field, onChange, onNew } = props;
  const count = countNarrowing(filter);
  return (
    <div className={classes.bar}>
      <div className={classes.line}>
        {title !== null && <h1 className={classes.title}>{title}</h1>}
        <SearchField
          field={field}
          value={filter.q ?? ""}
          onChange={(q) => onChange(changed(filter, "q", q))}
          onLeave={props.onLeaveField}
        />
        <Popover position="bottom-end" width={340} trapFocus returnFocus withinPortal>
          <Popover.Target>
            <Button variant="default" className={classes.filter} leftSection={<Icon name="filter" />}>
              Filter
              {count > 0 && (
                <span className={classes.count}>
                  {count}
                  <span className="sr-only"> set</span>
                </span>
              )}
            </Button>
          </Popover.Target>
          <Popover.Dropdown>
            <FilterPanel filter={filter} words={words} onChange={onChange} />
          </Popover.Dropdown>
        </Popover>
        {onNew !== null && (
          <Button leftSection={<Icon name="plus" />} onClick={onNew} className={classes.new}>
            New<span className={classes.newWord}>&nbsp;issue</span>
          </Button>
        )}
      </div>
      <nav className={classes.views} aria-label="Views">
        {VIEWS.map((view) => (
          <Link
            key={view.label}
            href={withSearch(path, view.filter)}
            className={classes.view}
            aria-current={isView({ ...filter, q: undefined }, view) ? "true" : undefined}
          >
            {view.label}
          </Link>
        ))}
      </nav>
      <FilterChips filter={filter} words={words} onChange={onChange} />
    </div>
  );
}

function SearchField({
  field,
  value,
  onChange,
  onLeave,
}: {
  field: RefObject<HTMLInputElement | null>;
  value: string;
  onChange(q: string): void;
  onLeave(): void;
}) {
  const [text, setText] = useState(value);
  const tell = useDebouncedCallback(onChange, TYPING_MS);
  // A view or the way back may change it from outside, but never while somebody is typing.
  useEffect(() => {
    if (document.activeElement !== field.current) setText(value);
  }, [value, field]);
  return (
    <div className={classes.search}>
      <Icon name="search" />
      <input
        ref={field}
        type="search"
        aria-label="Search issues"
        placeholder="Search"
        className={classes.input}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          tell(event.currentTarget.value.trim());
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape" && text !== "") {
            setText("");
            tell("");
          } else if (event.key === "Escape" || event.key === "ArrowDown") onLeave();
          else return;
          event.preventDefault();
        }}
      />
      <span className={classes.key} aria-hidden="true">
        /
      </span>
    </div>
  );
}

function withSearch(path: string, filter: IssueFilter): string {
  const search = issueSearchOf(filter);
  return search === "" ? path : `${path}?${search}`;
}
