// What an issue gets when whoever reports it doesn't say.
import { NativeSelect } from "@mantine/core";
import type { App, Webhook } from "../../api/types.ts";
import { useOptimisticChoice } from "../behaviour/use-optimistic-choice.ts";
import { CheckChips } from "./check-chips.tsx";
import classes from "./report-defaults.module.css";

export type Defaults = Pick<Webhook, "default_platforms" | "default_priority">;
type Priority = NonNullable<Defaults["default_priority"]>;

const PRIORITY_WORD: Record<Priority, string> = { urgent: "Urgent", high: "High", medium: "Medium", low: "Low" };

interface Props {
  platforms: App["platforms"];
  value: Defaults;
  /** Saves the change and says so; gives what settles once that is over. */
  onChange(change: Partial<Defaults>, said: string): Promise<void>;
}

export function ReportDefaults({ platforms, value, onChange }: Props) {
  const [chosen, choose] = useOptimisticChoice(value.default_platforms);
  const [priority, choosePriority] = useOptimisticChoice(value.default_priority);
  const toggle = (code: string) => {
    const { label } = platforms.find((one) => one.code === code)!;
    const isOn = chosen.includes(code);
    const next = platforms.map((one) => one.code).filter((one) => (one === code ? !isOn : chosen.includes(one)));
    const said =
      next.length === 0
        ? "The default is every platform now."
        : `${label} is ${isOn ? "no longer" : "now"} a default platform.`;
    choose(next, onChange({ default_platforms: next }, said));
  };
  const prioritise = (value: Priority | null) => {
    const said = value === null ? "There is no default priority now." : `The default priority is ${value} now.`;
    choosePriority(value, onChange({ default_priority: value }, said));
  };
  const priorities = [
    { value: "", label: "None" },
    ...Object.entries(PRIORITY_WORD).map(([value, label]) => ({ value, label })),
  ];
  return (
    <div className={classes.defaults}>
      <CheckChips
        label="Default platforms"
        options={platforms.map(({ code, label }) => ({ value: code, label }))}
        chosen={chosen}
        hint={chosen.length === 0 ? "None chosen: issues affect every platform." : "Issues affect only these."}
        onToggle={toggle}
      />
      <NativeSelect
        label="Default priority"
        data={priorities}
        value={priority ?? ""}
        onChange={({ currentTarget: { value } }) => prioritise(value === "" ? null : (value as Priority))}
      />
    </div>
  );
}
