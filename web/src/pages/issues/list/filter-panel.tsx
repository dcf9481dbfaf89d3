// All filters of the list, each as a plain choice.
import { NativeSelect, TextInput } from "@mantine/core";
import { changed, type FilterName, type IssueFilter } from "../data/issue-filter.ts";
import classes from "./filter-panel.module.css";
import type { FilterLabels } from "./use-filter-labels.ts";

export const FILTER_LABEL: Record<FilterName, string> = {
  status: "Status",
  q: "Text",
  app: "App",
  platform: "Platform",
  section: "Section",
  check: "Check",
  priority: "Priority",
  via: "Channel",
  assignee: "Assigned to",
  from: "Raised from",
  until: "Raised until",
  sort: "Order",
};

const CHOSEN: readonly FilterName[] = ["status", "app", "priority", "assignee", "platform", "section", "via"];

interface PanelProps {
  filter: IssueFilter;
  words: FilterLabels;
  onChange(filter: IssueFilter): void;
}

export function FilterPanel({ filter, words, onChange }: PanelProps) {
  const names = filter.status === "fixed" ? [...CHOSEN, "sort" as const] : CHOSEN;
  return (
    <div className={classes.panel}>
      {names.map((name) => {
        const choices = words.choices[name];
        if (choices === undefined) return null;
        const known = choices.some(({ value }) => value === (filter[name] ?? ""));
        const any = choices.some(({ value }) => value === "") ? [] : [{ value: "", label: "Any" }];
        const kept = known || filter[name] === undefined ? [] : [{ value: filter[name], label: filter[name] }];
        return (
          <NativeSelect
            key={name}
            size="sm"
            label={FILTER_LABEL[name]}
            value={filter[name] ?? ""}
            data={[...any, ...choices, ...kept]}
            onChange={(event) => onChange(changed(filter, name, event.currentTarget.value))}
          />
        );
      })}
      {(["from", "until"] as const).map((name) => (
        <TextInput
          key={name}
          size="sm"
          type="date"
          label={FILTER_LABEL[name]}
          value={filter[name] ?? ""}
          onChange={(event) => onChange(changed(filter, name, event.currentTarget.value))}
        />
      ))}
      {words.app === undefined && <p className={classes.hint}>Choose an app to filter by its sections.</p>}
    </div>
  );
}
