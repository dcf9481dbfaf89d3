// Words of the document that belong to no one endpoint.
export const INTRODUCTION = `Everything is JSON below \`/api/v1\`, with the header \`Authorization: Bearer <key>\`. A record comes back as
\`{"data": …}\`, a page as \`{"data": […], "next_cursor": …}\`, a failure as \`{"error": {"code", "message"}}\`: the code is for
programs, the message tells people what was wrong and what would be right.

**Naming.** An app is named by its id or its exact name. A check is named by its id, else its ref, else its exact title; a
section likewise. An issue is named by its id or its code. What a key can't reach does not exist for it: 404.

**Paging.** Paged lists take \`limit\` (1 to 200, default 50) and \`cursor\`: the \`next_cursor\` of the page before, as it came.
null means that there is no more. A cursor belongs to the query it came from, and to the key or person who asked.

**Repeating and comparing.** \`Idempotency-Key\` makes raising an issue, recording results and adding to a runbook safe to
repeat. Answers that have an \`ETag\` can be asked for with \`If-None-Match\`; what has one can be changed with \`If-Match\`.
A key may make 1,200 requests a minute, unless the server is set up otherwise; \`RateLimit-*\` tells where it stands.

**Strictness.** Unknown fields and parameters are refused and named. Timestamps are ISO 8601 in UTC with milliseconds, ids are
opaque. Fields may be added to answers; nothing is taken away within a version.`;

/** What a parameter of a query means, unless an endpoint says otherwise. */
export const PARAMETERS: Record<string, string> = {
  limit: "How many at most; 50 unless said.",
  cursor: "The `next_cursor` of the page before.",
  q: "Words to find in text and code; the last one may be the beginning of a word.",
  via: "Only issues that came by this channel.",
  assignee: "Only issues that this person sees to: the exact name.",
  raised_after: "Only issues raised after this time.",
  raised_before: "Only issues raised before this time.",
};

/** What a name in a path means, by what stands before it. */
export const PATH_PARAMETERS: Record<string, string> = {
  apps: "The app's id, or its name, URL-encoded.",
  issues: "The issue's id, or its code in any case.",
  sections: "The section's id.",
  checks: "The check's id.",
  keys: "The key's id.",
  delivery: "The delivery's id.",
  notification: "The notification's id.",
  connection: "The connection's id.",
  name: "The token in the badge's address, and `.svg`.",
  token: "The token in the webhook's URL.",
};
