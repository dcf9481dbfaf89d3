// Copies checks, or whole sections, into another app or elsewhere in the same.
import { Checkbox, NativeSelect } from "@mantine/core";
import { useState } from "react";
import { useApp, useOverview } from "../../../api/apps.ts";
import { refusalOf } from "../../../api/field-refusals.ts";
import { ChipChoice } from "../../../components/form/chip-choice.tsx";
import { DialogForm } from "../../../components/form/dialog-form.tsx";
import { countOf, shortened } from "../data/cell-text.ts";
import type { Runbook } from "../data/runbook.ts";
import { type Copied, useCopyChecks, useCopySections } from "./copy-runbook.ts";

interface Props {
  runbook: Runbook;
  what: Copied;
  onClose(): void;
}

export function CopyDialog({ runbook, what, onClose }: Props) {
  return what.kind === "checks" ? (
    <CopyChecks runbook={runbook} ids={what.ids} onClose={onClose} />
  ) : (
    <CopySections runbook={runbook} ids={what.ids} onClose={onClose} />
  );
}

type Own = Pick<Props, "runbook" | "onClose"> & { ids: readonly string[] };

function CopyChecks({ runbook, ids, onClose }: Own) {
  const place = usePlace(runbook);
  const { data: app } = useApp(place.app);
  const [wanted, setWanted] = useState<string | null>(null);
  const [withMarks, setWithMarks] = useState(true);
  const copy = useCopyChecks(runbook, onClose);
  const refusal = refusalOf(copy.error, []);
  const checks = runbook.checks.filter(({ id }) => ids.includes(id));
  const own = runbook.sections.find(({ id }) => id === checks[0]?.section)?.title;
  const sections = app?.sections ?? [];
  // Apps of one product call their sections the same.
  const section =
    sections.find(({ id }) => id === wanted) ?? sections.find(({ title }) => title === own) ?? sections[0];
  const isEmpty = app !== undefined && sections.length === 0;
  return (
    <DialogForm
      title={checks.length === 1 ? `Copy “${shortened(checks[0]!.title)}”` : `Copy ${countOf(checks.length, "check")}`}
      refused={refusal.rest}
      send="Copy"
      isSending={copy.isPending}
      canSend={app !== undefined && section !== undefined && checks.length > 0}
      onSend={() => copy.mutate({ app: app!, section: section!, checks: checks.map(({ id }) => id), withMarks })}
      onClose={onClose}
    >
      <AppField {...place} />
      <NativeSelect
        label="Section"
        description="Copies are added at its end."
        disabled={sections.length === 0}
        error={isEmpty ? "This app has no section yet. Copy a whole section instead, or add one there." : undefined}
        errorProps={{ role: "alert" }}
        value={section?.id ?? ""}
        onChange={({ currentTarget }) => setWanted(currentTarget.value)}
        data={sections.map(({ id, title }) => ({ value: id, label: title }))}
      />
      <MarksField isOn={withMarks} onChange={setWithMarks} />
    </DialogForm>
  );
}

function CopySections({ runbook, ids, onClose }: Own) {
  const place = usePlace(runbook);
  const { data: app } = useApp(place.app);
  const [chosen, setChosen] = useState(ids);
  const [withMarks, setWithMarks] = useState(true);
  const copy = useCopySections(runbook, onClose);
  const refusal = refusalOf(copy.error, []);
  // In the order of the runbook, without those that somebody has deleted meanwhile.
  const sections = runbook.sections.filter(({ id }) => chosen.includes(id));
  return (
    <DialogForm
      title="Copy sections"
      refused={refusal.rest}
      send="Copy"
      isSending={copy.isPending}
      canSend={app !== undefined && sections.length > 0}
      onSend={() => copy.mutate({ app: app!, sections: sections.map(({ id }) => id), withMarks })}
      onClose={onClose}
    >
      <ChipChoice
        label="Sections"
        hint="With all their checks. Copies are added at the end of the runbook."
        error={undefined}
        options={runbook.sections.map(({ id, title }) => ({ value: id, label: title }))}
        chosen={chosen}
        onChange={setChosen}
      />
      <AppField {...place} />
      <MarksField isOn={withMarks} onChange={setWithMarks} />
    </DialogForm>
  );
}

interface Place {
  /** Undefined until it is known which apps there are. */
  app: string | undefined;
  options: { value: string; label: string }[];
  choose(app: string): void;
}

/** Where to copy to: at first another app if there is one, though this one can be chosen, too. */
function usePlace({ app: own }: Runbook): Place {
  const { data: apps } = useOverview();
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const first = apps?.find(({ id }) => id !== own.id) ?? apps?.[0];
  const options = apps?.map(({ id, name }) => ({ value: id, label: id === own.id ? `${name} (this app)` : name }));
  return { app: chosen ?? first?.id, options: options ?? [], choose: setChosen };
}

function AppField({ app, options, choose }: Place) {
  return (
    <NativeSelect
      label="Copy to"
      data-autofocus
      value={app ?? ""}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
      data={options}
    />
  );
}

function MarksField({ isOn, onChange }: { isOn: boolean; onChange(value: boolean): void }) {
  return (
    <Checkbox
      label="Also copy what is marked N/A"
      description="Results and issues are not copied."
      checked={isOn}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}
