// Above the grid: search, platform and section, and what else can be done with the runbook.
import { ActionIcon, Button, Menu } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, type RefObject, useState } from "react";
import { addressOf } from "../../api/client.ts";
import { Icon } from "../../parts/icons.tsx";
import { type Adding, AddResults } from "./add-results.tsx";
import type { FilterState } from "./filters.ts";
import { GateButton } from "./gate-button.tsx";
import type { Runbook } from "./runbook-data.ts";
import classes from "./toolbar.module.css";

interface Props {
  runbook: Runbook;
  state: FilterState;
  searchRef: RefObject<HTMLInputElement | null>;
  /** On a phone one platform is shown at a time, by a picker of its own. */
  isPhone: boolean;
  shown: number;
  canAct: boolean;
  /** From the search into the list. */
  onLeaveSearch(): void;
  goesOn: boolean;
  onGoesOn(value: boolean): void;
  isTrendOpen: boolean;
  onTrend(value: boolean): void;
  onCollapseAll(collapse: boolean): void;
}

const FORMATS = [
  ["yaml", "YAML"],
  ["json", "JSON"],
  ["csv", "CSV"],
] as const;

export function Toolbar(props: Props) {
  const { runbook, state, searchRef, isPhone, shown, onLeaveSearch } = props;
  const { filters, change, isFiltered, clear } = state;
  const [adding, setAdding] = useState<Adding | null>(null);
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      if (filters.q === "") onLeaveSearch();
      else change({ q: "" });
    } else if (event.key === "Enter" || event.key === "ArrowDown") onLeaveSearch();
    else return;
    event.preventDefault();
  };
  return (
    <div className={classes.toolbar}>
      <label className={classes.search}>
        <Icon name="search" />
        <input
          ref={searchRef}
          type="search"
          aria-label="Search checks"
          placeholder="Search checks"
          value={filters.q}
          onChange={(event) => change({ q: event.currentTarget.value })}
          onKeyDown={press}
        />
        <kbd className={classes.key}>/</kbd>
      </label>
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
      <p className={classes.found} role="status">
        {isFiltered && `${shown.toLocaleString("en")} of ${runbook.checks.length.toLocaleString("en")} checks`}
      </p>
      {(isFiltered || filters.platform !== null) && (
        <Button variant="subtle" size="compact-sm" onClick={clear}>
          Clear filters
        </Button>
      )}
      <span className={classes.space} />
      <Button
        variant="default"
        size="xs"
        h="2.1rem"
        className={classes.wideOnly}
        aria-expanded={props.isTrendOpen}
        onClick={() => props.onTrend(!props.isTrendOpen)}
      >
        Trend
      </Button>
      <GateButton runbook={runbook} />
      {props.canAct && (
        <Button
          variant="default"
          size="xs"
          h="2.1rem"
          leftSection={<Icon name="upload" />}
          className={classes.wideOnly}
          onClick={() => setAdding({ file: null })}
        >
          Add CI results
        </Button>
      )}
      <ExportMenu app={runbook.app.id} />
      <ViewMenu {...props} onAdd={() => setAdding({ file: null })} />
      {props.canAct && <AddResults runbook={runbook} adding={adding} onAdding={setAdding} />}
    </div>
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

function ExportMenu({ app }: { app: string }) {
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          h="2.1rem"
          leftSection={<Icon name="download" />}
          className={classes.wideOnly}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>The runbook as a file</Menu.Label>
        {FORMATS.map(([format, name]) => (
          <Menu.Item
            key={format}
            component="a"
            href={addressOf(`/apps/${encodeURIComponent(app)}/export?format=${format}`)}
            download
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function ViewMenu(props: Props & { onAdd(): void }) {
  const { runbook, goesOn, onGoesOn, isTrendOpen, onTrend, onCollapseAll } = props;
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon size="lg" aria-label="View" className={classes.view}>
          <Icon name="more" size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Toggle isOn={goesOn} onChange={onGoesOn}>
          Go on to the next check after a pass
        </Toggle>
        <Toggle isOn={isTrendOpen} onChange={onTrend}>
          Show the trend
        </Toggle>
        <Menu.Divider />
        <Menu.Item onClick={() => onCollapseAll(true)}>Collapse all sections</Menu.Item>
        <Menu.Item onClick={() => onCollapseAll(false)}>Expand all sections</Menu.Item>
        <Menu.Divider className={classes.phoneOnly} />
        {props.canAct && (
          <Menu.Item className={classes.phoneOnly} onClick={props.onAdd}>
            Add CI results
          </Menu.Item>
        )}
        {FORMATS.map(([format, name]) => (
          <Menu.Item
            key={format}
            component="a"
            className={classes.phoneOnly}
            href={addressOf(`/apps/${encodeURIComponent(runbook.app.id)}/export?format=${format}`)}
            download
          >
            Export as {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Toggle({ isOn, onChange, children }: { isOn: boolean; onChange(value: boolean): void; children: ReactNode }) {
  return (
    <Menu.CheckboxItem checked={isOn} onChange={onChange}>
      {children}
    </Menu.CheckboxItem>
  );
}
