// Where a comment goes besides, in words.
import { TOOL_NAME } from "../../../../../src/wire/connections/tool-names.ts";
import type { Item } from "../../../api/types.ts";

/** Where a comment is written, too, in words; empty when it stays here. */
export function goesToText(items: readonly Item[]): string {
  const names = items
    .filter(({ comments }) => comments)
    .map(({ tool, name, external_id }) => `${TOOL_NAME[tool]} (${name ?? external_id})`);
  return names.length === 0 ? "" : `Also sent to ${names.join(" and ")}. `;
}
