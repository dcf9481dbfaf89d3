// Who an entry of an inbox names, by an id that stays: their name may change, or be forgotten. Null of a key, of a tool, and of entries from before.
export const actorsOfEntries = `
alter table inbox_entry add column actor_id {text};
create index inbox_entry_by_actor on inbox_entry (actor_id) where actor_id is not null;
`;
