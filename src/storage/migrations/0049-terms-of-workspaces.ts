// A search over all apps of a workspace asks the index of terms for the workspace, and not for each of its apps: each issue has a term for it. Issues
// from before, and those that a server of an older version writes beside this one, are given it a few at a time while servers run.
export const termsOfWorkspaces = `
create index issue_without_workspace_term on issue (id) where searched < 2;
`;
