// What a person may be called. Apart from the fields that everything has: whoever asks needs to know every connected tool.
import { MAX_NAME } from "../../domain/limits.ts";
import { isPlainName } from "../../integrations/tool-channels.ts";
import { nameText } from "../../lib/schema/fields.ts";

export const personName = nameText(MAX_NAME).refine(
  isPlainName,
  "a person's name can't be the name of a tool, or end like one (via …)",
);
