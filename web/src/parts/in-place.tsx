// A text that is changed where it stands: Enter or leaving it saves, Escape puts it back.
import { TextInput } from "@mantine/core";
import { useState } from "react";

export function InPlace({
  label,
  value,
  maxLength,
  onCommit,
}: {
  label: string;
  value: string;
  maxLength: number;
  onCommit(text: string): void;
}) {
  const [text, setText] = useState<string | null>(null);
  const commit = () => {
    const trimmed = text?.trim() ?? "";
    setText(null);
    if (trimmed !== "" && trimmed !== value) onCommit(trimmed);
  };
  return (
    <TextInput
      aria-label={label}
      maxLength={maxLength}
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
