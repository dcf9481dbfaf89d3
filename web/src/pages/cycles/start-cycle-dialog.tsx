// Starting a cycle: what it is called, which build it is about, and what is tested in it.
import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import { MAX_BUILD, MAX_NAME } from "../../../../src/wire/limits.ts";
import { refusalOf } from "../../api/field-refusals.ts";
import type { App, Cycle, Status } from "../../api/types.ts";
import { STATUS_LABEL } from "../../components/display/status.tsx";
import { ChipChoice } from "../../components/form/chip-choice.tsx";
import { DialogForm } from "../../components/form/dialog-form.tsx";
import { LimitedInput } from "../../components/form/limited-input.tsx";
import { tooLongText } from "../../components/form/text-limits.ts";
import { useStartCycle } from "./change-cycles.ts";

const LEFT: readonly Status[] = ["failed", "needs_retest", "untested"];
const STATES: readonly Status[] = [...LEFT, "passed", "not_applicable"];

interface Props {
  app: App;
  /** Those of which something may be left. */
  cycles: readonly Cycle[];
  onClose(): void;
}

export function StartCycleDialog({ app, cycles, onClose }: Props) {
  const [name, setName] = useState("");
  const [build, setBuild] = useState("");
  const [platforms, setPlatforms] = useState<readonly string[]>([]);
  const [sections, setSections] = useState<readonly string[]>([]);
  const [from, setFrom] = useState("");
  const [statuses, setStatuses] = useState(LEFT);
  const start = useStartCycle(app.id);
  const refusal = refusalOf(start.error, ["name", "build", "platforms", "sections", "from", "app"]);
  const isLong = tooLongText(name, MAX_NAME) !== undefined || tooLongText(build, MAX_BUILD) !== undefined;
  const send = () =>
    start.mutate({
      name,
      ...(build.trim() !== "" && { build }),
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
      canSend={name.trim() !== "" && !isLong && (from === "" || statuses.length > 0)}
      onSend={send}
      onClose={onClose}
    >
      <LimitedInput
        label="Name"
        placeholder="Release 1.5"
        required
        data-autofocus
        limit={MAX_NAME}
        value={name}
        error={refusal.at.name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <LimitedInput
        label="Build"
        description="Optional. Results of other builds then don't count for the cycle, unless they name it."
        placeholder="1.5.0-rc.1"
        limit={MAX_BUILD}
        value={build}
        error={refusal.at.build}
        onChange={(event) => setBuild(event.currentTarget.value)}
      />
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
