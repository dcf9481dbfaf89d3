// The e-mail address that a flag names.
import { personEmail } from "../wire/fields.ts";
import { UsageError } from "./command.ts";

/** Throws a `UsageError`. */
export function requireEmail(text: string): string {
  const read = personEmail.safeParse(text);
  if (read.success) return read.data;
  throw new UsageError(`--email: ${read.error.issues[0]!.message}, not ${JSON.stringify(text)}.`);
}
