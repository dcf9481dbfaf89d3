// Which platforms are meant. None chosen means every one, and says so.
import classes from "./platform-choice.module.css";

interface PlatformChoiceProps {
  legend: string;
  platforms: readonly { code: string; label: string }[];
  value: readonly string[];
  onChange(codes: string[]): void;
  /** Offers "All platforms", which is what an empty choice means. */
  withAll?: boolean;
}

export function PlatformChoice({ legend, platforms, value, onChange, withAll = true }: PlatformChoiceProps) {
  const toggle = (code: string, on: boolean) =>
    onChange(platforms.map((one) => one.code).filter((one) => (one === code ? on : value.includes(one))));
  return (
    <fieldset className={classes.choice}>
      <legend>{legend}</legend>
      <div className={classes.pills}>
        {withAll && <Pill label="All platforms" checked={value.length === 0} onChange={() => onChange([])} />}
        {platforms.map(({ code, label }) => (
          <Pill key={code} label={label} checked={value.includes(code)} onChange={(on) => toggle(code, on)} />
        ))}
      </div>
    </fieldset>
  );
}

function Pill({ label, checked, onChange }: { label: string; checked: boolean; onChange(on: boolean): void }) {
  return (
    <label className={classes.pill}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <bdi>{label}</bdi>
    </label>
  );
}
