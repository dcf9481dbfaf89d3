// Another name or build for an open cycle.
import { useState } from "react";
import { refusalOf } from "../../api/field-refusals.ts";
import type { Cycle } from "../../api/types.ts";
import { DialogForm } from "../../components/form/dialog-form.tsx";
import { useChangeCycle } from "./change-cycles.ts";
import { CycleNameFields, isNameAndBuild } from "./cycle-name-fields.tsx";

export function EditCycleDialog({ cycle, onClose }: { cycle: Cycle; onClose(): void }) {
  const [value, setValue] = useState({ name: cycle.name, build: cycle.build ?? "" });
  const change = useChangeCycle(cycle, "is saved", onClose);
  const refusal = refusalOf(change.error, ["name", "build"]);
  return (
    <DialogForm
      title={`Edit ${cycle.name}`}
      refused={refusal.rest ?? null}
      send="Save"
      isSending={change.isPending}
      canSend={isNameAndBuild(value)}
      onSend={() => change.mutate({ name: value.name, build: value.build.trim() === "" ? null : value.build })}
      onClose={onClose}
    >
      <CycleNameFields value={value} errors={refusal.at} onChange={setValue} />
    </DialogForm>
  );
}
