// Shows only the sections that one tests in the cycle, for those who test some.
import { Button } from "@mantine/core";
import { useCommands } from "../../../interaction/commands.tsx";
import type { RunbookOutline } from "../data/runbook.ts";
import type { FilterState } from "../data/runbook-filter.ts";
import { useOwnSections } from "../data/use-own-sections.ts";
import classes from "./cycle-picker.module.css";

export function MineButton({ runbook, state }: { runbook: RunbookOutline; state: FilterState }) {
  const { filters, change } = state;
  const isOffered = useOwnSections(runbook.cycle).size > 0 || filters.mine;
  const toggle = () => change({ mine: !filters.mine });
  useCommands(
    isOffered
      ? [{ label: filters.mine ? "Show all sections" : "Show only my sections", also: "mine", run: toggle }]
      : [],
  );
  if (!isOffered) return null;
  return (
    <Button
      variant="default"
      size="xs"
      h="2.1rem"
      className={`${classes.picker} ${classes.mine}`}
      data-set={filters.mine || undefined}
      aria-pressed={filters.mine}
      title="Only the sections that you test in this cycle"
      onClick={toggle}
    >
      Mine
    </Button>
  );
}
