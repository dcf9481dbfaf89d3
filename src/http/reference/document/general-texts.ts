// Words of the document that belong to no one endpoint.
import { DEFAULT_PAGE, MAX_PAGE, REQUESTS_A_MINUTE } from "../../../domain/limits.ts";
import { thousands } from "../../../lib/text/thousands.ts";

export const INTRODUCTION = `Requests and answers are JSON. All paths are under \`/api/v1\` and need the header
\`Authorization: Bearer <key>\`. A record is returned as \`{"data": …}\`, a page as \`{"data": […], "next_cursor": …}\`, an error
as \`{"error": {"code", "message"}}\`: the code is for programs, the message tells people what was wrong and what would be right.

**Naming.** An app is named by its id or its exact name. A check is named by its id, else its ref, else its exact title; a
section in the same way. An issue is named by its id or its code. If a key can't reach something, the answer is 404.

**Paging.** Paged lists take \`limit\` (1 to ${MAX_PAGE}, default ${DEFAULT_PAGE}) and \`cursor\`: the \`next_cursor\` of the previous page, unchanged.
A \`next_cursor\` of null marks the last page. A cursor works only with the query that it came from, for the same key or person.

**Repeating and comparing.** \`Idempotency-Key\` makes raising an issue, recording results, starting a cycle and adding to a runbook
safe to repeat. Send the \`ETag\` of an answer as \`If-None-Match\` to get 304 while nothing has changed, or as \`If-Match\` to make a
change only if nobody else has made one since. A key may send ${thousands(REQUESTS_A_MINUTE)} requests a minute, unless the server is configured
otherwise; the \`RateLimit-*\` headers say how many are left.

**Strictness.** Unknown fields and parameters are refused and named. Timestamps are ISO 8601 in UTC with milliseconds, ids are
opaque. New fields may be added to answers; within a version none is removed.`;

/** What a parameter of a query means, unless an endpoint says otherwise. */
export const PARAMETERS: Record<string, string> = {
  limit: `The maximum number of entries, 1 to ${MAX_PAGE}; ${DEFAULT_PAGE} by default.`,
  cursor: "The `next_cursor` of the previous page.",
  q: "Words to find in text and code; the last one may be the beginning of a word.",
  via: "Only issues that were raised through this channel.",
  assignee: "Only issues that are assigned to this person: the exact name.",
  raised_after: "Only issues raised after this time.",
  raised_before: "Only issues raised before this time.",
};

/** The meaning of a name in a path, by the part in front of it. */
export const PATH_PARAMETERS: Record<string, string> = {
  apps: "The app's id, or its name, URL-encoded.",
  issues: "The issue's id, or its code (upper or lower case).",
  sections: "The section's id.",
  checks: "The check's id.",
  cycles: "The cycle's id.",
  results: "The result's id.",
  keys: "The key's id.",
  comment: "The comment's id.",
  delivery: "The delivery's id.",
  notification: "The notification's id.",
  forward: "The id of what was sent.",
  connection: "The connection's id.",
  name: "The token in the badge's URL, followed by `.svg`.",
  token: "The token in the webhook's URL.",
};
