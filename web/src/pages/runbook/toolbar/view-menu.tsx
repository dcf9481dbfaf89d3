// How the runbook is shown, and where there is little room what else can be done with it.
import { Menu } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { reportHref } from "../../../api/cycles.ts";
import type { Opening } from "../../../components/buttons/menu-button.tsx";
import { EXPORT_FORMATS, exportLink } from "../../../components/import/export-runbook.ts";
import type { RunbookOutline } from "../data/runbook.ts";
import type { ShownPlatforms } from "../data/use-shown-platforms.ts";
import classes from "./view-menu.module.css";

/** No higher than the window: what is below scrolls. */
const FITTING = { flip: true, shift: true, size: { padding: 8 } };

interface ViewProps extends Opening {
  runbook: RunbookOutline;
  platforms: ShownPlatforms;
  /** Where there is no room for buttons of their own, the menu has what they do. */
  isCompact: boolean;
  goesOn: boolean;
  onGoesOn(value: boolean): void;
  isTrendOpen: boolean;
  onTrend(value: boolean): void;
  onCollapseAll(collapse: boolean): void;
  onArchived(): void;
  onCopySections: (() => void) | null;
  onSelect: (() => void) | null;
  /** Adds a platform; null for readers who may not. */
  onAdd: (() => void) | null;
}

export function ViewMenu(props: ViewProps) {
  const { target, opened, onChange, isCompact, goesOn, onGoesOn, isTrendOpen, onTrend, onCollapseAll } = props;
  const { app, cycle } = props.runbook;
  return (
    <Menu position="bottom-end" width={260} opened={opened} onChange={onChange} middlewares={FITTING}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        <Toggle isOn={goesOn} onChange={onGoesOn}>
          Go on to the next check after a pass
        </Toggle>
        <Toggle isOn={isTrendOpen} onChange={onTrend}>
          Show the trend
        </Toggle>
        <Menu.Divider />
        <Menu.Item onClick={() => onCollapseAll(true)}>Collapse all sections</Menu.Item>
        <Menu.Item onClick={() => onCollapseAll(false)}>Expand all sections</Menu.Item>
        <Menu.Divider />
        {props.onSelect !== null && <Menu.Item onClick={props.onSelect}>Select several checks</Menu.Item>}
        {props.onCopySections !== null && (
          <Menu.Item onClick={props.onCopySections}>Copy sections to another app</Menu.Item>
        )}
        <Menu.Item onClick={props.onArchived}>Archived checks and sections</Menu.Item>
        {isCompact && <Menu.Divider />}
        {isCompact && props.onAdd !== null && <Menu.Item onClick={props.onAdd}>Add CI results</Menu.Item>}
        {isCompact &&
          EXPORT_FORMATS.map(([format, name]) => (
            <Menu.Item key={format} {...exportLink(app.id, format, cycle?.id)}>
              Export as {name}
            </Menu.Item>
          ))}
        {isCompact && (
          <Menu.Item component={Link} href={reportHref(app.id, cycle?.id)}>
            Report for printing
          </Menu.Item>
        )}
        {props.runbook.platforms.length > 1 && <Platforms {...props} />}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Shows and hides platforms; the last one stays. */
function Platforms({ runbook, platforms: { shown, setShown } }: Pick<ViewProps, "runbook" | "platforms">) {
  const isShown = (code: string) => shown.some((one) => one.code === code);
  return (
    <>
      <Menu.Divider />
      <Menu.Label>Platforms to show</Menu.Label>
      {runbook.platforms.map(({ code, label }) => (
        <Menu.CheckboxItem
          key={code}
          checked={isShown(code)}
          disabled={shown.length === 1 && isShown(code)}
          closeMenuOnClick={false}
          onChange={(value) => setShown(code, value)}
        >
          <bdi>{label}</bdi>
        </Menu.CheckboxItem>
      ))}
    </>
  );
}

function Toggle({ isOn, onChange, children }: { isOn: boolean; onChange(value: boolean): void; children: ReactNode }) {
  return (
    <Menu.CheckboxItem checked={isOn} onChange={onChange}>
      {children}
    </Menu.CheckboxItem>
  );
}
