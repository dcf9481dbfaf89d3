// Slots by the tool's name and its own id (domain/report/dedupe-key.ts), where they were by a hash of both. Issues need no change:
// their key is read off their document.

/** The one field of a document that matters: what else stands in it may be more than PostgreSQL reads as JSON. */
const WEBHOOK = String.raw`,"webhook":(\{(?:"(?:[^"\\]|\\.)*"|[^{}"])*\})`;

export const slotsById = {
  sqlite: `
update slot set dedupe_key = (
  select coalesce(json_extract(document, '$.webhook.source'), '') || char(10) || json_extract(document, '$.webhook.external_id')
  from issue where issue.id = slot.issue_id)
where octet_length((select json_extract(document, '$.webhook.external_id') from issue where issue.id = slot.issue_id)) <= 200;
`,
  // The app first, as writers do. Slot by slot: there may be many times as many issues.
  postgres: `
lock table app, slot in exclusive mode;
update slot set dedupe_key = coalesce(kept.webhook ->> 'source', '') || chr(10) || (kept.webhook ->> 'external_id')
from (
  select old.app_id, old.dedupe_key, issue.webhook
  from slot old, lateral (
    select substring(document from '${WEBHOOK}')::json as webhook from issue where issue.id = old.issue_id offset 0) issue
) kept
where slot.app_id = kept.app_id and slot.dedupe_key = kept.dedupe_key and octet_length(kept.webhook ->> 'external_id') <= 200;
`,
};
