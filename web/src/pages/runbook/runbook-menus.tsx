// What else can be done with a runbook: export it, and choose how it is shown.
import { ActionIcon, Button, Menu } from "@mantine/core";
import type { ReactNode } from "react";
import { addressOf } from "../../api/client.ts";
import { Icon } from "../../parts/icons.tsx";
import classes from "./toolbar.module.css";

const FORMATS = [
  ["yaml", "YAML"],
  ["json", "JSON"],
  ["csv", "CSV"],
] as const;

interface ViewProps {
  app: string;
  /** Where there is no room for buttons of their own, the menu has what they do. */
  isCompact: boolean;
  goesOn: boolean;
  onGoesOn(value: boolean): void;
  isTrendOpen: boolean;
  onTrend(value: boolean): void;
  onCollapseAll(collapse: boolean): void;
  /** Null for those who may not. */
  onAdd: (() => void) | null;
}

function exportOf(app: string, format: string): string {
  return addressOf(`/apps/${encodeURIComponent(app)}/export?format=${format}`);
}

export function ExportMenu({ app }: { app: string }) {
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <Button variant="default" size="xs" h="2.1rem" leftSection={<Icon name="download" />} className={classes.tool}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>The runbook as a file</Menu.Label>
        {FORMATS.map(([format, name]) => (
          <Menu.Item key={format} component="a" href={exportOf(app, format)} download>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

export function ViewMenu(props: ViewProps) {
  const { app, isCompact, goesOn, onGoesOn, isTrendOpen, onTrend, onCollapseAll } = props;
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
        {isCompact && <Menu.Divider />}
        {isCompact && props.onAdd !== null && <Menu.Item onClick={props.onAdd}>Add CI results</Menu.Item>}
        {isCompact &&
          FORMATS.map(([format, name]) => (
            <Menu.Item key={format} component="a" href={exportOf(app, format)} download>
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
