// From which day to which: two dates that each may be left open.
import { TextInput } from "@mantine/core";

interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

interface Props {
  days: Days;
  /** Called with the new days; an empty text leaves a side open. */
  onChange(change: Days): void;
}

export function DayRange({ days, onChange }: Props) {
  return (
    <>
      <TextInput
        label="From"
        type="date"
        value={days.from ?? ""}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextInput
        label="To"
        type="date"
        value={days.to ?? ""}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
    </>
  );
}
