// Testing or live: what each of them means, to choose from.
import { Radio } from "@mantine/core";
import type { App } from "../../api/types.ts";
import classes from "./mode-choice.module.css";

type Mode = App["mode"];

const MODES: [Mode, string, string][] = [
  ["testing", "Testing", "Not released yet. Every issue belongs to a check of the runbook."],
  ["live", "Live", "In users' hands. Issues need no check, and other tools can raise them through the app's webhook."],
];

export function ModeChoice({ value, onChange }: { value: Mode; onChange(mode: Mode): void }) {
  return (
    <Radio.Group label="Mode" value={value} onChange={(mode) => onChange(mode as Mode)}>
      <div className={classes.modes}>
        {MODES.map(([mode, label, description]) => (
          <Radio
            key={mode}
            value={mode}
            label={label}
            description={description}
            className={classes.mode}
            classNames={{ body: classes.body!, labelWrapper: classes.words! }}
            data-checked={value === mode || undefined}
          />
        ))}
      </div>
    </Radio.Group>
  );
}
