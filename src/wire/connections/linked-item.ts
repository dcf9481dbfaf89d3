// The item of another tool that stands for an issue, such as a ticket.
import * as z from "zod";
import type { LinkedItem } from "../../domain/connections/connection.ts";
import { httpLink } from "../../domain/report/http-link.ts";
import { TOOLS, type Tool } from "../../integrations/tool-registry.ts";

export const ItemSchema = z.strictObject({
  tool: z.enum(TOOLS),
  external_id: z.string(),
  name: z.string().nullable(),
  url: z.string().nullable(),
  state: z.enum(["open", "closed"]),
  comments: z.boolean(),
});

/**
 * Shown as a link: one that was kept before addresses were looked at is left out if it is none. `comments` says whether what is said here
 * is said there, too.
 */
export function presentItem(row: LinkedItem & { tool: string }, comments: boolean): z.infer<typeof ItemSchema> {
  const url = row.url === null ? null : httpLink(row.url);
  return { tool: row.tool as Tool, external_id: row.externalId, name: row.name, url, state: row.state, comments };
}
