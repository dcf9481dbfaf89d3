// What left the runbook can be listed and brought back: sections that were deleted, and which of them a check was in.
export const archived = `
create table archived_section (
  id {text} primary key,
  app_id {text} not null references app (id),
  ref {text} not null,
  title {text} not null,
  position {int} not null,
  created_at {int} not null,
  archived_at {int} not null
) {strict};
create index archived_section_by_time on archived_section (app_id, archived_at, id);

alter table "check" add column archived_section_id {text};
alter table "check" add column archived_behind_id {text};
create index check_archived_by_time on "check" (app_id, archived_at, id) where archived_at is not null;
`;
