// In place of the runbook of a cycle when nothing is in it any more.
import { Button } from "@mantine/core";
import { Empty } from "../../../components/display/loading-and-failure.tsx";
import type { Runbook } from "../data/runbook.ts";
import { showCycle } from "../data/runbook-address.ts";
import { CycleNote } from "./cycle-note.tsx";

export function EmptyCycle({ runbook }: { runbook: Runbook }) {
  return (
    <>
      <CycleNote runbook={runbook} isCompact />
      <Empty
        title="Nothing is in this cycle any more"
        action={<Button onClick={() => showCycle(null)}>Show all testing</Button>}
      >
        Its checks were archived, or moved to other sections.
      </Empty>
    </>
  );
}
