// What vouches for the audit logs: a code for the head of each, made with the secret key, and what says since when there are codes.
export const auditAnchor = `
alter table audit_head add column unanchored_id {text} not null default '';
alter table audit_head add column mac {text} not null default '';
alter table secret_check add column audit_since {text};
`;
