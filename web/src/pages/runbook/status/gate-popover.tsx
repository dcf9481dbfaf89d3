// The release gate, opened at its button.
import { Popover } from "@mantine/core";
import { cloneElement } from "react";
import type { Opening } from "../../../components/buttons/menu-button.tsx";
import type { RunbookOutline } from "../data/runbook.ts";
import classes from "./gate.module.css";
import { GatePanel } from "./gate-panel.tsx";

export function GatePopover({ runbook, target, opened, onChange }: Opening & { runbook: RunbookOutline }) {
  return (
    <Popover opened={opened} onChange={onChange} position="bottom-end" width={360} trapFocus returnFocus withinPortal>
      <Popover.Target>{cloneElement(target, { onClick: () => onChange(!opened) })}</Popover.Target>
      <Popover.Dropdown className={classes.dropdown}>
        {opened && <GatePanel runbook={runbook} onLeave={() => onChange(false)} />}
      </Popover.Dropdown>
    </Popover>
  );
}
