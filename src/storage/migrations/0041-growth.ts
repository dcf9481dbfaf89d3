// What was found by reading all of something is found by an index. The form of an app's name is kept with the name that it is of: a
// server of an older version renames apps beside this one, and leaves the form of the old name behind.
export const growth = `
alter table app add column name_form {text};
alter table app add column name_of_form {text};
create index app_by_form on app (workspace_id, name_form);
create index app_without_form on app (workspace_id, id) where name_of_form is null or name_of_form <> name;
create index app_in_order on app (workspace_id, created_at, id) where archived_at is null;
create index former_prefix_by_app on former_prefix (app_id);
create index issue_partly_fixed on issue (app_id, check_id)
  where status = 'open' and document not like '%"fixed_on":[],%';
create index key_valid on key (workspace_id, id) where revoked_at is null;
create index invitation_waiting on invitation (workspace_id, id) where used_at is null;
create index person_present on person (workspace_id, id) where removed_at is null;
create index person_removed_by_time on person (workspace_id, removed_at, id) where removed_at is not null;
`;
