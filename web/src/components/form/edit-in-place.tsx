// A text that is changed where it stands: Enter or leaving it saves, Escape puts it back. One that is too long stays until it
// is shortened.
import { useState } from "react";
import { LimitedInput } from "./limited-input.tsx";
import { tooLongText } from "./text-limits.ts";

export function EditInPlace({
  label,
  value,
  limit,
  onCommit,
}: {
  label: string;
  value: string;
  limit: number;
  onCommit(text: string): void;
}) {
  const [text, setText] = useState<string | null>(null);
  const commit = () => {
    const trimmed = text?.trim() ?? "";
    if (tooLongText(trimmed, limit) !== undefined) return;
    setText(null);
    if (trimmed !== "" && trimmed !== value) onCommit(trimmed);
  };
  return (
    <LimitedInput
      aria-label={label}
      limit={limit}
      value={text ?? value}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === "Enter") commit();
        else if (event.key === "Escape") setText(null);
      }}
    />
  );
}
