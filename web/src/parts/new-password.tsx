// A field for a new password, with its rule.
import { PasswordInput } from "@mantine/core";

const MIN_PASSWORD = 10;

export function NewPassword({
  label,
  value,
  error,
  onChange,
}: {
  label: string;
  value: string;
  error?: string | undefined;
  onChange(value: string): void;
}) {
  return (
    <PasswordInput
      label={label}
      description={ruleFor(value)}
      inputWrapperOrder={["label", "input", "description", "error"]}
      autoComplete="new-password"
      required
      value={value}
      error={error}
      visibilityToggleButtonProps={{ "aria-label": "Show the password", tabIndex: 0 }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export function isLongEnough(password: string): boolean {
  return [...password].length >= MIN_PASSWORD;
}

function ruleFor(password: string): string {
  const missing = MIN_PASSWORD - [...password].length;
  if (password === "")
    return `At least ${MIN_PASSWORD} characters. A few words are easy to remember and hard to guess.`;
  if (missing > 0) return `${missing} more ${missing === 1 ? "character" : "characters"}.`;
  return "Long enough.";
}
