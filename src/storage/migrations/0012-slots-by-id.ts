// Slots by the tool's name and its own id (domain/dedupe-key.ts), where they were by a hash of both. Issues need no change:
// their key is read off their document.
export const slotsById = {
  sqlite: `
update slot set dedupe_key = (
  select coalesce(json_extract(document, '$.webhook.source'), '') || char(10) || json_extract(document, '$.webhook.external_id')
  from issue where issue.id = slot.issue_id)
where octet_length((select json_extract(document, '$.webhook.external_id') from issue where issue.id = slot.issue_id)) <= 200;
`,
  // The app first, as writers do.
  postgres: `
lock table app, slot in exclusive mode;
update slot set dedupe_key =
  coalesce(issue.document::json #>> '{webhook,source}', '') || chr(10) || (issue.document::json #>> '{webhook,external_id}')
from issue
where issue.id = slot.issue_id and octet_length(issue.document::json #>> '{webhook,external_id}') <= 200;
`,
};
