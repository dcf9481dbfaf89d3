// Apps can be archived and restored. Of most apps the index knows nothing.
export const archivedApps = `
alter table app add column archived_at {int};
create index app_archived_by_time on app (workspace_id, archived_at, id) where archived_at is not null;
`;
