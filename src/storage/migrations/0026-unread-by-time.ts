// Finds what is unread in an inbox, newest first, without going through all that was read.
export const unreadByTime = `
create index inbox_entry_unread_by_time on inbox_entry (person_id, at, id) where read_at is null;
`;
