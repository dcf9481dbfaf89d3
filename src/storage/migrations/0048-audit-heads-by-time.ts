// Of many audit logs those that something was written to are found by when it was.
export const auditHeadsByTime = `
create index audit_head_by_time on audit_head (last_at, workspace_id);
`;
