// Above the grid: search, platform and section, and what else can be done with the runbook. Where there is little room, the
// filters open below the search.
import { ActionIcon, Button } from "@mantine/core";
import { type KeyboardEvent, memo, type ReactNode, type RefObject, useEffect, useState } from "react";
import { fetchSoon, lazyLoad } from "../../../components/behaviour/lazy-load.tsx";
import { MenuButton } from "../../../components/buttons/menu-button.tsx";
import { Icon } from "../../../components/display/icons.tsx";
import { CyclePicker } from "../cycle/cycle-picker.tsx";
import { MineButton } from "../cycle/mine-button.tsx";
import type { RunbookOutline } from "../data/runbook.ts";
import type { FilterState } from "../data/runbook-filter.ts";
import type { ShownPlatforms } from "../data/use-shown-platforms.ts";
import { type Adding, AddResults } from "../results/add-results.tsx";
import { GateButton } from "../status/gate-button.tsx";
import { HiddenPlatformsNote } from "./hidden-platforms-note.tsx";
import classes from "./toolbar.module.css";
import { useViewCommands } from "./use-view-commands.ts";

const exportMenu = () => import("./export-menu.tsx");
const viewMenu = () => import("./view-menu.tsx");
const ExportMenu = lazyLoad(exportMenu, "ExportMenu");
const ViewMenu = lazyLoad(viewMenu, "ViewMenu");

const EXPORT = (
  <Button variant="default" size="xs" h="2.1rem" leftSection={<Icon name="download" />} className={classes.tool}>
    Export
  </Button>
);
const VIEW = (
  <ActionIcon size="lg" aria-label="View" className={classes.view}>
    <Icon name="more" size={18} />
  </ActionIcon>
);

interface Props {
  runbook: RunbookOutline;
  platforms: ShownPlatforms;
  /** How many checks there are. */
  all: number;
  state: FilterState;
  searchRef: RefObject<HTMLInputElement | null>;
  /** Whether this is a phone, where one platform is shown at a time and has a picker of its own. */
  isPhone: boolean;
  isCompact: boolean;
  /** How the runbook stands, which is part of the filters where there is little room. */
  summary: ReactNode;
  shown: number;
  canAct: boolean;
  /** Moves the focus from the search into the list. */
  onLeaveSearch(): void;
  goesOn: boolean;
  onGoesOn(value: boolean): void;
  isTrendOpen: boolean;
  onTrend(value: boolean): void;
  isAnyCollapsed: boolean;
  onCollapseAll(collapse: boolean): void;
  onArchived(): void;
  /** Opens the dialog that copies sections; null for readers who may not. */
  onCopySections: (() => void) | null;
  /** Begins to select several checks; null for readers who could do nothing with them. */
  onSelect: (() => void) | null;
}

export const Toolbar = memo(function Toolbar(props: Props) {
  const { runbook, state, searchRef, isCompact, summary, canAct, onLeaveSearch } = props;
  const { filters, change } = state;
  const [adding, setAdding] = useState<Adding | null>(null);
  useEffect(() => fetchSoon(exportMenu, viewMenu), []);
  useViewCommands(props);
  const isSet = [filters.section !== null, filters.platform !== null, filters.mine];
  const set = filters.statuses.length + isSet.filter(Boolean).length;
  const [isOpen, setOpen] = useState(set > 0);
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      if (filters.q === "") onLeaveSearch();
      else change({ q: "" });
    } else if (event.key === "Enter" || event.key === "ArrowDown") onLeaveSearch();
    else return;
    event.preventDefault();
  };
  const choices = (
    <>
      <Choices {...props} />
      <Found {...props} />
      <HiddenPlatformsNote platforms={props.platforms} onShown={onLeaveSearch} />
    </>
  );
  return (
    <>
      <div className={classes.toolbar} data-compact={isCompact || undefined}>
        <label className={classes.search}>
          <Icon name="search" />
          <input
            ref={searchRef}
            type="search"
            aria-label="Search checks"
            placeholder="Search checks"
            enterKeyHint="search"
            value={filters.q}
            onChange={(event) => change({ q: event.currentTarget.value })}
            onKeyDown={press}
          />
          <kbd className={classes.key}>/</kbd>
        </label>
        {!isCompact && choices}
        <span className={classes.tools}>
          {!isCompact && (
            <Button
              variant="default"
              size="xs"
              h="2.1rem"
              className={classes.tool}
              aria-expanded={props.isTrendOpen}
              onClick={() => props.onTrend(!props.isTrendOpen)}
            >
              Trend
            </Button>
          )}
          <GateButton runbook={runbook} />
          {!isCompact && canAct && (
            <Button
              variant="default"
              size="xs"
              h="2.1rem"
              leftSection={<Icon name="upload" />}
              className={classes.tool}
              onClick={() => setAdding({ file: null })}
            >
              Add CI results
            </Button>
          )}
          {!isCompact && (
            <MenuButton target={EXPORT} opens="menu">
              {(opening) => <ExportMenu {...opening} runbook={runbook} />}
            </MenuButton>
          )}
          {isCompact && (
            <ActionIcon
              size="lg"
              variant="default"
              className={classes.filter}
              aria-label={set === 0 ? "Filters" : `Filters, ${set} set`}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              <Icon name="filter" size={18} />
              {set > 0 && <span className={classes.set}>{set}</span>}
            </ActionIcon>
          )}
          <MenuButton target={VIEW} opens="menu">
            {(opening) => <ViewMenu {...props} {...opening} onAdd={canAct ? () => setAdding({ file: null }) : null} />}
          </MenuButton>
        </span>
        {canAct && <AddResults runbook={runbook} adding={adding} onAdding={setAdding} />}
      </div>
      {isCompact && (isOpen || state.isFiltered || props.platforms.hidden > 0) && (
        <div className={classes.filters}>
          {isOpen && summary}
          {isOpen ? (
            choices
          ) : (
            <>
              <Found {...props} />
              <HiddenPlatformsNote platforms={props.platforms} onShown={onLeaveSearch} />
            </>
          )}
        </div>
      )}
    </>
  );
});

function Choices({ runbook, state, isPhone, isCompact }: Props) {
  const { filters, change } = state;
  return (
    <>
      {!(isCompact && runbook.cycle) && <CyclePicker runbook={runbook} />}
      <MineButton runbook={runbook} state={state} />
      {!isPhone && runbook.platforms.length > 1 && (
        <Choice label="Platform" value={filters.platform} onChange={(platform) => change({ platform })}>
          <option value="">All platforms</option>
          {runbook.platforms.map(({ code, label }) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </Choice>
      )}
      {runbook.sections.length > 1 && (
        <Choice label="Section" value={filters.section} onChange={(section) => change({ section })}>
          <option value="">All sections</option>
          {runbook.sections.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Choice>
      )}
    </>
  );
}

/** How many checks match the filters, and a way to clear them. */
function Found({ all, state: { filters, isFiltered, clear }, shown }: Props) {
  return (
    <>
      <p className={classes.found} role="status">
        {isFiltered && `${shown.toLocaleString("en")} of ${all.toLocaleString("en")} checks`}
      </p>
      {(isFiltered || filters.platform !== null) && (
        <Button variant="subtle" size="compact-sm" className={classes.clear} onClick={clear}>
          Clear filters
        </Button>
      )}
    </>
  );
}

interface ChoiceProps {
  label: string;
  value: string | null;
  onChange(value: string | null): void;
  children: ReactNode;
}

/** The browser's own list: quick by keyboard and right on a phone. */
function Choice({ label, value, onChange, children }: ChoiceProps) {
  return (
    <span className={classes.choice}>
      <select
        aria-label={label}
        value={value ?? ""}
        data-set={value !== null || undefined}
        onChange={(event) => onChange(event.currentTarget.value || null)}
      >
        {children}
      </select>
      <Icon name="down" />
    </span>
  );
}
