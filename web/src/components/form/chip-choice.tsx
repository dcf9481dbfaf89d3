// A field of a form in which several of a few are chosen.
import { Input } from "@mantine/core";
import classes from "./chip-choice.module.css";
import { ToggleChips } from "./toggle-chips.tsx";

interface Props {
  label: string;
  hint?: string;
  error: string | undefined;
  options: readonly { value: string; label: string }[];
  chosen: readonly string[];
  onChange(chosen: readonly string[]): void;
}

export function ChipChoice({ label, hint, error, options, chosen, onChange }: Props) {
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  return (
    <Input.Wrapper label={label} labelElement="div" description={hint} error={error} errorProps={{ role: "alert" }}>
      <div className={classes.chips}>
        <ToggleChips label={label} options={options} chosen={chosen} onToggle={toggle} />
      </div>
    </Input.Wrapper>
  );
}
