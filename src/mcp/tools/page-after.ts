// Pages of a list that the API gives in one piece.
import { Fault } from "../../domain/fault.ts";
import type { McpCaller } from "./mcp-tool.ts";

/** What comes after the one that the cursor of this list names by its id. Throws `invalid_cursor`. */
export function pageAfter<One extends { id: string }>(
  caller: McpCaller,
  list: string[],
  all: readonly One[],
  cursor: string | undefined,
  limit: number,
): { page: One[]; next: string | null } {
  const after = cursor === undefined ? undefined : caller.openCursor(list, cursor);
  const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0) {
    throw new Fault(
      "invalid_cursor",
      "cursor: the place it marks no longer exists; call again without it to begin at the top.",
    );
  }
  const page = all.slice(start, start + limit);
  return { page, next: start + limit < all.length ? caller.sealCursor(list, page.at(-1)!.id) : null };
}
