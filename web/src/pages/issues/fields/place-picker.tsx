// Where an issue belongs, picked by ref or title.
import type { ReactNode } from "react";
import { type IssuePlace, type PlacedApp, useRunbookPlaces } from "../data/issue-place.ts";
import { Picker, type PickerOption } from "./picker.tsx";

const NOWHERE = "none";

interface PlacePickerProps {
  app: PlacedApp;
  /** Undefined for several issues, whose places may differ. */
  value: IssuePlace | undefined;
  opened: boolean;
  onOpened(opened: boolean): void;
  onPick(place: IssuePlace): void;
  isField?: boolean;
  /** What the button shows in place of what is picked. */
  children?: ReactNode;
}

export function placeLabel({ mode }: PlacedApp): string {
  return mode === "live" ? "Check or section" : "Check";
}

export function PlacePicker({ app, value, onPick, isField, children, ...props }: PlacePickerProps) {
  const isLive = app.mode === "live";
  const runbook = useRunbookPlaces(app);
  const checks = (runbook?.checks ?? []).map(({ id, ref, title }) => option("check", id, `${ref} ${title}`));
  const sections = (runbook?.sections ?? []).map(({ id, title }) => option("section", id, `Section: ${title}`));
  const options = isLive ? [{ value: NOWHERE, label: "No check" }, ...checks, ...sections] : checks;
  const picked = value === undefined ? undefined : value === null ? NOWHERE : `${value.kind} ${value.id}`;
  return (
    <Picker
      {...props}
      label={placeLabel(app)}
      options={options}
      picked={picked === undefined ? [] : [picked]}
      onPick={(next) => onPick(placeFrom(next))}
      width={isField === true ? "target" : 320}
      isField={isField}
    >
      {children ?? options.find((one) => one.value === picked)?.label ?? "Choose a check"}
    </Picker>
  );
}

function option(kind: "check" | "section", id: string, label: string): PickerOption {
  return { value: `${kind} ${id}`, label };
}

function placeFrom(picked: string): IssuePlace {
  const [kind, id] = picked.split(" ");
  return id === undefined ? null : { kind: kind as "check" | "section", id };
}
