// Who began an erasure, for the list of them. Servers of the version before leave it empty.
export const whoErased = `
alter table erasure add column started_by {text};
alter table erasure add column started_by_id {text};
`;
