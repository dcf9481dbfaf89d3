// Opens the release gate of the app.
import { Button, Popover } from "@mantine/core";
import { useState } from "react";
import { lazily } from "../../parts/lazily.tsx";
import { OnDemand } from "../../parts/on-demand.tsx";
import classes from "./gate.module.css";
import type { Runbook } from "./runbook-data.ts";

const GatePanel = lazily(() => import("./gate-panel.tsx"), "GatePanel");

export function GateButton({ runbook }: { runbook: Runbook }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={360} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          h="2.1rem"
          className={classes.button}
          title="Is it good enough to ship?"
          onClick={() => setOpen(!isOpen)}
        >
          Gate
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown}>
        <OnDemand what={isOpen} onFailed={() => setOpen(false)}>
          {isOpen && <GatePanel runbook={runbook} />}
        </OnDemand>
      </Popover.Dropdown>
    </Popover>
  );
}
