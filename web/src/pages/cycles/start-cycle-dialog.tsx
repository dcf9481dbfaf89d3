// Starting a cycle: what it is called, which build it is about, and what is tested in it.
import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import { refusalOf } from "../../api/field-refusals.ts";
import type { App, Cycle, Status } from "../../api/types.ts";
import { STATUS_LABEL } from "../../components/display/status.tsx";
import { ChipChoice } from "../../components/form/chip-choice.tsx";
import { DialogForm } from "../../components/form/dialog-form.tsx";
import { useStartCycle } from "./change-cycles.ts";
import { CycleNameFields, isNameAndBuild } from "./cycle-name-fields.tsx";

const LEFT: readonly Status[] = ["failed", "needs_retest", "untested"];
const STATES: readonly Status[] = [...LEFT, "passed", "not_applicable"];

interface Props {
  app: App;
  /** Cycles in which something may be left. */
  cycles: readonly Cycle[];
  onClose(): void;
}

export function StartCycleDialog({ app, cycles, onClose }: Props) {
  const [called, setCalled] = useState({ name: "", build: "" });
  const [platforms, setPlatforms] = useState<readonly string[]>([]);
  const [sections, setSections] = useState<readonly string[]>([]);
  const [from, setFrom] = useState("");
  const [statuses, setStatuses] = useState(LEFT);
  const start = useStartCycle(app.id);
  const refusal = refusalOf(start.error, ["name", "build", "platforms", "sections", "from", "app"]);
  const send = () =>
    start.mutate({
      name: called.name,
      ...(called.build.trim() !== "" && { build: called.build }),
      platforms: [...platforms],
      sections: [...sections],
      ...(from !== "" && { from: { cycle: from, statuses: [...statuses] } }),
    });
  return (
    <DialogForm
      title="Start a cycle"
      size="lg"
      refused={refusal.rest ?? refusal.at.app ?? null}
      send="Start cycle"
      isSending={start.isPending}
      canSend={isNameAndBuild(called) && (from === "" || statuses.length > 0)}
      onSend={send}
      onClose={onClose}
    >
      <CycleNameFields value={called} errors={refusal.at} onChange={setCalled} />
      {cycles.length > 0 && (
        <NativeSelect
          label="What is tested"
          value={from}
          error={refusal.at.from}
          errorProps={{ role: "alert" }}
          onChange={(event) => setFrom(event.currentTarget.value)}
          data={[
            { value: "", label: "Everything" },
            ...cycles.map(({ id, name: other }) => ({ value: id, label: `What is left of ${other}` })),
          ]}
        />
      )}
      {from !== "" && (
        <ChipChoice
          label="Left means"
          hint="What reads one of these there now."
          error={statuses.length === 0 ? "Choose at least one status." : undefined}
          options={STATES.map((status) => ({ value: status, label: STATUS_LABEL[status] }))}
          chosen={statuses}
          onChange={(chosen) => setStatuses(chosen as Status[])}
        />
      )}
      {app.platforms.length > 1 && (
        <ChipChoice
          label="Platforms"
          hint="None chosen means all of them."
          error={refusal.at.platforms}
          options={app.platforms.map(({ code, label }) => ({ value: code, label }))}
          chosen={platforms}
          onChange={setPlatforms}
        />
      )}
      {app.sections.length > 1 && (
        <ChipChoice
          label="Sections"
          hint="None chosen means all of them, with those that are added later."
          error={refusal.at.sections}
          options={app.sections.map(({ id, title }) => ({ value: id, label: title }))}
          chosen={sections}
          onChange={setSections}
        />
      )}
    </DialogForm>
  );
}
