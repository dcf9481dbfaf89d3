// A list over all apps goes down one index instead of one for each app. An issue has no workspace here until it is filled in:
// those from before, and those that a server of an older version raises beside this one.
export const issuesByWorkspace = `
alter table issue add column workspace_id {text};
create index issue_without_workspace on issue (id) where workspace_id is null;
create index issue_by_workspace on issue (workspace_id, status, id);
create index issue_fixed_by_workspace on issue (workspace_id, fixed_at, fixed_revision, id) where fixed_at is not null;
`;
