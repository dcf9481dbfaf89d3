// Which testing the runbook shows: all of it, or that of one cycle. The address names the cycle.
import { Button } from "@mantine/core";
import { useEffect } from "react";
import { useOpenCycles } from "../../../api/cycles.ts";
import { fetchSoon, lazyLoad } from "../../../components/behaviour/lazy-load.tsx";
import { MenuButton } from "../../../components/buttons/menu-button.tsx";
import { Icon } from "../../../components/display/icons.tsx";
import { useCommands } from "../../../interaction/commands.tsx";
import type { RunbookOutline } from "../data/runbook.ts";
import { showCycle } from "../data/runbook-address.ts";
import classes from "./cycle-picker.module.css";

const cycleMenu = () => import("./cycle-menu.tsx");
const CycleMenu = lazyLoad(cycleMenu, "CycleMenu");

export function CyclePicker({ runbook: { app, cycle } }: { runbook: RunbookOutline }) {
  useEffect(() => fetchSoon(cycleMenu), []);
  // Asked for at once: a button that came later would push away what somebody is about to press.
  const { data: open = [] } = useOpenCycles(app.id);
  const name = cycle?.name ?? "All testing";
  useCommands([
    ...(cycle === undefined ? [] : [{ label: "Show all testing", also: "cycle", run: () => showCycle(null) }]),
    ...open
      .filter(({ id }) => id !== cycle?.id)
      .map(({ id, name: word }) => ({ id, label: `Show cycle ${word}`, run: () => showCycle(id) })),
  ]);
  // Whoever has no cycle to choose finds them in the app's navigation.
  if (cycle === undefined && open.length === 0) return null;
  const button = (
    <Button
      variant="default"
      size="xs"
      h="2.1rem"
      className={classes.picker}
      data-set={cycle !== undefined || undefined}
      aria-label={`Cycle: ${name}`}
      title={cycle === undefined ? "Show a cycle: one round of testing" : name}
      rightSection={<Icon name="down" />}
    >
      <bdi className={classes.name}>{name}</bdi>
    </Button>
  );
  return (
    <MenuButton target={button} opens="menu" command="Choose a cycle">
      {(opening) => <CycleMenu {...opening} app={app.id} cycle={cycle} />}
    </MenuButton>
  );
}
