// The fields of a new issue. What an app does not have is not asked for.
import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import { PRIORITIES } from "../../../../../src/wire/lists.ts";
import type { App } from "../../../api/types.ts";
import type { IssuePlace } from "../data/issue-place.ts";
import { PRIORITY_LABEL } from "../fields/issue-labels.tsx";
import { PlacePicker, placeLabel } from "../fields/place-picker.tsx";
import { PlatformChoice } from "../fields/platform-choice.tsx";
import { TextField } from "../fields/text-field.tsx";
import classes from "./new-issue-fields.module.css";

export interface NewIssueValue {
  app: string;
  place: IssuePlace;
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

/** A check by its ref or title; on a live app a section will do, or nothing. */
function PlaceField({ app, value, onChange }: { app: App; value: IssuePlace; onChange(place: IssuePlace): void }) {
  const [opened, setOpened] = useState(false);
  return (
    <div className={classes.place}>
      <span className={classes.label} aria-hidden="true">
        {placeLabel(app)}
      </span>
      <PlacePicker app={app} value={value} opened={opened} onOpened={setOpened} onPick={onChange} isField />
    </div>
  );
}
