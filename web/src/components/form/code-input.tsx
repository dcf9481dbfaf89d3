// The six digits that an authenticator app shows. Phones and password stores fill them in by themselves.
import { TextInput } from "@mantine/core";

interface Props {
  label: string;
  value: string;
  error?: string | undefined;
  onChange(code: string): void;
}

export function CodeInput({ label, value, error, onChange }: Props) {
  return (
    <TextInput
      label={label}
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9 ]*"
      required
      autoFocus
      data-autofocus
      data-mantine-stop-propagation="true"
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
