// Opens the release gate of the app.
import { Button } from "@mantine/core";
import { useEffect } from "react";
import { fetchSoon, lazyLoad } from "../../../components/behaviour/lazy-load.tsx";
import { MenuButton } from "../../../components/buttons/menu-button.tsx";
import type { RunbookOutline } from "../data/runbook.ts";
import classes from "./gate.module.css";

const gatePopover = () => import("./gate-popover.tsx");
const GatePopover = lazyLoad(gatePopover, "GatePopover");

const GATE = (
  <Button variant="default" size="xs" h="2.1rem" className={classes.button} title="Is it good enough to ship?">
    Gate
  </Button>
);

export function GateButton({ runbook }: { runbook: RunbookOutline }) {
  useEffect(() => fetchSoon(gatePopover), []);
  return (
    <MenuButton target={GATE} opens="dialog" command="Release gate">
      {(opening) => <GatePopover runbook={runbook} {...opening} />}
    </MenuButton>
  );
}
