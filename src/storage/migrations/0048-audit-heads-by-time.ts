// An index of audit logs by when something was last written to them: those with something new are found among many.
export const auditHeadsByTime = `
create index audit_head_by_time on audit_head (last_at, workspace_id);
`;
