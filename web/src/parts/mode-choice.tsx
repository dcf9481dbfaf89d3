// Testing or live: what each of them means, to choose from.
import { Radio } from "@mantine/core";
import type { App } from "../api/types.ts";
import classes from "./mode-choice.module.css";

type Mode = App["mode"];

const MODES: [Mode, string, string][] = [
  ["testing", "Testing", "Not released yet. Every issue sits on a check of the runbook."],
  [
    "live",
    "Live",
    "In people's hands. Issues may come without a check, and from other tools by the webhook of the app.",
  ],
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
