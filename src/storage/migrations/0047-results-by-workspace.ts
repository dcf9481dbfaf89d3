// A list of results over all apps goes down one index instead of one for each app, and costs nothing of what other workspaces record. A
// result has no workspace here until it is filled in, a few at a time while servers run: those from before, and those that a server of
// before records beside this one.
export const resultsByWorkspace = `
alter table result add column workspace_id {text};
create index result_without_workspace on result (id) where workspace_id is null;
create index result_by_workspace on result (workspace_id, id);
`;
