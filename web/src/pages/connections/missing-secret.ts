// The credential without which nothing that comes from the tool is accepted, while it is not held.
import { type FormField, TOOL_FORMS } from "../../../../src/wire/connections/tool-forms.ts";
import type { Connection } from "../../api/types.ts";

export function missingSecret({ tool, credentials }: Pick<Connection, "tool" | "credentials">): FormField | undefined {
  return TOOL_FORMS[tool].inFields.find(
    ({ part, name, needed }) => part === "credentials" && needed === true && !credentials.includes(name),
  );
}
