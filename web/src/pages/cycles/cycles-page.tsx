// The cycles of an app, the open ones first: how far each is, and for admins the way to start and to close one.
import { Button } from "@mantine/core";
import { useCallback, useState } from "react";
import { useClosedCycles, useOpenCycles } from "../../api/cycles.ts";
import { useHasRole } from "../../api/session.tsx";
import type { Cycle } from "../../api/types.ts";
import { lazyLoad } from "../../components/behaviour/lazy-load.tsx";
import { LoadOnOpen } from "../../components/behaviour/load-on-open.tsx";
import { Icon } from "../../components/display/icons.tsx";
import { Empty, Failure, Waiting } from "../../components/display/loading-and-failure.tsx";
import { useTicks } from "../../components/display/times.tsx";
import { Panel, Panels } from "../../components/layout/panel.tsx";
import rows from "../../components/layout/rows.module.css";
import { useCommands } from "../../interaction/commands.tsx";
import { useShortcuts } from "../../interaction/shortcuts.tsx";
import { useCurrentApp } from "../../shell/app-frame.tsx";
import { CycleRow } from "./cycle-row.tsx";

const TestersDialog = lazyLoad(() => import("./testers-dialog.tsx"), "TestersDialog");
const EditCycleDialog = lazyLoad(() => import("./edit-cycle-dialog.tsx"), "EditCycleDialog");
const StartCycleDialog = lazyLoad(() => import("./start-cycle-dialog.tsx"), "StartCycleDialog");

export function CyclesPage() {
  const app = useCurrentApp();
  const open = useOpenCycles(app.id);
  const closed = useClosedCycles(app.id);
  const mayManage = useHasRole("admin");
  const [isStarting, setStarting] = useState(false);
  const start = useCallback(() => setStarting(true), []);
  const endStart = useCallback(() => setStarting(false), []);
  const [assigning, setAssigning] = useState<Cycle | null>(null);
  const endAssigning = useCallback(() => setAssigning(null), []);
  const [edited, setEdited] = useState<Cycle | null>(null);
  const endEdit = useCallback(() => setEdited(null), []);
  const changesOf = (cycle: Cycle) => ({ onTesters: () => setAssigning(cycle), onEdit: () => setEdited(cycle) });
  useTicks();
  useShortcuts(mayManage ? [{ keys: ["c"], label: "Start a cycle", group: "Cycles", run: start }] : []);
  useCommands(mayManage ? [{ label: "Start a cycle", run: start }] : []);
  const error = open.error ?? closed.error;
  if (open.data === undefined || closed.data === undefined) {
    return error === null ? (
      <Waiting label="Loading the cycles" />
    ) : (
      <Failure error={error} retry={() => void (open.error === null ? closed : open).refetch()} />
    );
  }
  const past = closed.data.pages.flatMap(({ data }) => data);
  const button = mayManage && (
    <Button leftSection={<Icon name="plus" />} onClick={start}>
      Start a cycle
    </Button>
  );
  return (
    <Panels>
      {open.data.length + past.length === 0 ? (
        <Empty title="No cycle yet" action={button}>
          A cycle is one round of testing, for a release for example: everything in it is untested when it starts, but
          for what is failing, waits for a retest or is not applicable. {!mayManage && "An admin can start one."}
        </Empty>
      ) : (
        <Panel
          title="Open cycles"
          about="Each is one round of testing. What is recorded in a cycle counts for all testing, too."
          action={button}
        >
          {open.data.length === 0 ? (
            <p className={rows.nothing}>No cycle is open.</p>
          ) : (
            <ul className={rows.rows} aria-label="Open cycles">
              {open.data.map((cycle) => (
                <CycleRow
                  key={cycle.id}
                  cycle={cycle}
                  platforms={app.platforms}
                  change={mayManage ? changesOf(cycle) : null}
                />
              ))}
            </ul>
          )}
        </Panel>
      )}
      {past.length > 0 && (
        <Panel title="Closed cycles" about="They stay as they were when they were closed.">
          <ul className={rows.rows} aria-label="Closed cycles">
            {past.map((cycle) => (
              <CycleRow key={cycle.id} cycle={cycle} platforms={app.platforms} change={null} />
            ))}
          </ul>
          {closed.hasNextPage && (
            <Button variant="subtle" loading={closed.isFetchingNextPage} onClick={() => void closed.fetchNextPage()}>
              Show older ones
            </Button>
          )}
        </Panel>
      )}
      <LoadOnOpen what={isStarting} onClose={endStart} takesKeys>
        {isStarting && <StartCycleDialog app={app} cycles={[...open.data, ...past]} onClose={endStart} />}
      </LoadOnOpen>
      <LoadOnOpen what={assigning} onClose={endAssigning} takesKeys>
        {assigning !== null && <TestersDialog cycle={assigning} sections={app.sections} onClose={endAssigning} />}
      </LoadOnOpen>
      <LoadOnOpen what={edited} onClose={endEdit} takesKeys>
        {edited !== null && <EditCycleDialog cycle={edited} onClose={endEdit} />}
      </LoadOnOpen>
    </Panels>
  );
}
