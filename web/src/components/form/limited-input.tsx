// A field for a line of text that may have so many characters. A longer one stays as it is, and says how much is too much.
import { TextInput, type TextInputProps } from "@mantine/core";
import type { Ref } from "react";
import { tooLongText } from "./text-limits.ts";

interface Props extends TextInputProps {
  value: string;
  limit: number;
  ref?: Ref<HTMLInputElement>;
}

export function LimitedInput({ limit, error, ...others }: Props) {
  return <TextInput {...others} error={tooLongText(others.value, limit) ?? error} errorProps={{ role: "alert" }} />;
}
