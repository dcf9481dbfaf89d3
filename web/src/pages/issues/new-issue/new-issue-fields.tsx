// The fields of a new issue. What an app does not have is not asked for.
import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { get } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import type { App } from "../../../api/types.ts";
import { PRIORITIES, PRIORITY_LABEL } from "../fields/issue-labels.tsx";
import { Picker, type PickerOption } from "../fields/picker.tsx";
import { PlatformChoice } from "../fields/platform-choice.tsx";
import { TextField } from "../fields/text-field.tsx";
import classes from "./new-issue-fields.module.css";

export interface IssuePlace {
  kind: "check" | "section";
  id: string;
}

export interface NewIssueValue {
  app: string;
  place: IssuePlace | null;
  platforms: string[];
  priority: string;
  text: string;
}

interface FieldsProps {
  value: NewIssueValue;
  apps: readonly { id: string; name: string }[];
  appId: string | undefined;
  app: App | undefined;
  onApp(id: string): void;
  onChange(fields: Partial<NewIssueValue>): void;
}

interface RunbookChoice {
  sections: { id: string; ref: string; title: string }[];
  checks: { id: string; ref: string; title: string }[];
}

export function NewIssueFields({ value, apps, appId, app, onApp, onChange }: FieldsProps) {
  return (
    <>
      <TextField value={value.text} onChange={(text) => onChange({ text })} isFirst />
      <div className={classes.pair}>
        <NativeSelect
          label="App"
          value={appId ?? ""}
          data={apps.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => onApp(event.currentTarget.value)}
        />
        <NativeSelect
          label="Priority"
          value={value.priority}
          data={[
            { value: "", label: "None" },
            ...PRIORITIES.map((one) => ({ value: one, label: PRIORITY_LABEL[one] })),
          ]}
          onChange={(event) => onChange({ priority: event.currentTarget.value })}
        />
      </div>
      {app !== undefined && <PlaceField app={app} value={value.place} onChange={(place) => onChange({ place })} />}
      {app !== undefined && (
        <PlatformChoice
          legend="Platforms"
          platforms={app.platforms}
          value={value.platforms}
          onChange={(platforms) => onChange({ platforms })}
        />
      )}
    </>
  );
}

const NOWHERE = "none";

/** A check by its ref or title; on a live app a section will do, or nothing. */
function PlaceField({
  app,
  value,
  onChange,
}: {
  app: App;
  value: IssuePlace | null;
  onChange(place: IssuePlace | null): void;
}) {
  const [opened, setOpened] = useState(false);
  const isLive = app.mode === "live";
  const { data } = useQuery({
    queryKey: queryKeys.appPart(app.id, "check-choices"),
    queryFn: ({ signal }) => get<RunbookChoice>(`/apps/${encodeURIComponent(app.id)}/runbook`, {}, signal),
  });
  const checks = (data?.checks ?? []).map(({ id, ref, title }) => option("check", id, `${ref} ${title}`));
  const sections = isLive
    ? (data?.sections ?? []).map(({ id, title }) => option("section", id, `Section: ${title}`))
    : [];
  const options = [...(isLive ? [{ value: NOWHERE, label: "No check" }] : []), ...checks, ...sections];
  const picked = value === null ? NOWHERE : `${value.kind} ${value.id}`;
  const label = options.find((one) => one.value === picked)?.label;
  return (
    <div className={classes.place}>
      <span className={classes.label} aria-hidden="true">
        {isLive ? "Check or section" : "Check"}
      </span>
      <Picker
        label={isLive ? "Check or section" : "Check"}
        options={options}
        picked={[picked]}
        opened={opened}
        onOpened={setOpened}
        onPick={(next) => onChange(placeFrom(next))}
        width="target"
        isField
      >
        {label ?? "Choose a check"}
      </Picker>
    </div>
  );
}

function option(kind: IssuePlace["kind"], id: string, label: string): PickerOption {
  return { value: `${kind} ${id}`, label };
}

function placeFrom(picked: string): IssuePlace | null {
  const [kind, id] = picked.split(" ");
  return id === undefined ? null : { kind: kind as IssuePlace["kind"], id };
}
