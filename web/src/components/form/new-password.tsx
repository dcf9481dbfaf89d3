// A field for a new password, with its rule. Whether one is easy to guess is asked of the server while it is typed.

import { PasswordInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { MIN_PASSWORD } from "../../../../src/wire/limits.ts";
import { request } from "../../api/client.ts";

const TYPING_MS = 300;

export function NewPassword({
  label,
  value,
  owner,
  error,
  onChange,
}: {
  label: string;
  value: string;
  /** The person whom the password is for, as far as they are known. */
  owner: { name: string; email: string };
  error?: string | undefined;
  onChange(value: string): void;
}) {
  const problem = useProblem(value, owner);
  return (
    <PasswordInput
      label={label}
      description={problem === null ? ruleFor(value) : undefined}
      inputWrapperOrder={["label", "input", "description", "error"]}
      autoComplete="new-password"
      required
      value={value}
      error={problem ?? error}
      visibilityToggleButtonProps={{ "aria-label": "Show the password", tabIndex: 0 }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export const TOO_SHORT = `Choose one of at least ${MIN_PASSWORD} characters.`;

export function isLongEnough(password: string): boolean {
  return [...password].length >= MIN_PASSWORD;
}

/** Null while nothing is known to be wrong. */
function useProblem(password: string, owner: { name: string; email: string }): string | null {
  const [asked] = useDebouncedValue(JSON.stringify({ password, ...owner }), TYPING_MS);
  const { data } = useQuery({
    queryKey: ["password-check", asked],
    queryFn: ({ signal }) =>
      request<{ data: { problem: string | null } }>("POST", "/password-check", JSON.parse(asked), signal),
    enabled: isLongEnough((JSON.parse(asked) as { password: string }).password),
    retry: false,
    // Nothing that was typed here is kept.
    gcTime: 0,
  });
  const isSettled = asked === JSON.stringify({ password, ...owner });
  const problem = isSettled ? (data?.data.problem ?? null) : null;
  return problem === null ? null : `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`;
}

function ruleFor(password: string): string {
  const missing = MIN_PASSWORD - [...password].length;
  if (password === "")
    return `At least ${MIN_PASSWORD} characters. A few words are easy to remember and hard to guess.`;
  if (missing > 0) return `${missing} more ${missing === 1 ? "character" : "characters"}.`;
  return "Long enough.";
}
