// What the list is narrowed down to, each with a way to let it go.
import { Icon } from "../../../components/display/icons.tsx";
import { changed, type FilterName, type IssueFilter, isView, VIEWS } from "../data/issue-filter.ts";
import classes from "./filter-chips.module.css";
import { FILTER_LABEL } from "./filter-panel.tsx";
import type { FilterLabels } from "./use-filter-labels.ts";

interface ChipsProps {
  filter: IssueFilter;
  words: FilterLabels;
  onChange(filter: IssueFilter): void;
}

export function FilterChips({ filter, words, onChange }: ChipsProps) {
  const set = Object.entries(filter) as [FilterName, string][];
  // A view says what it shows by its own name.
  if (set.length === 0 || VIEWS.some((view) => isView(filter, view))) return null;
  return (
    <ul className={classes.chips} aria-label="Filters that are set">
      {set.map(([name, value]) => (
        <li key={name}>
          <button type="button" className={classes.chip} onClick={() => onChange(changed(filter, name, undefined))}>
            <span className="sr-only">Remove </span>
            <span className={classes.name}>{FILTER_LABEL[name]}:</span>
            <bdi className={classes.value}>{words.wordFor(name, value)}</bdi>
            <Icon name="close" size={12} />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className={classes.clear} onClick={() => onChange({})}>
          Clear all
        </button>
      </li>
    </ul>
  );
}
