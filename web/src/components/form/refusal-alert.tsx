// What the server refused a form for, as far as it is about none of its fields.
import { Alert } from "@mantine/core";

export function RefusalAlert({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <Alert color="red" role="alert">
      {text}
    </Alert>
  );
}
