// Finds what waits for a connection, also what servers of the version before must not see: they go on with the index of what is pending.
export const waitingForwards = `
create index forward_waiting on forward (connection_id, id) where state in ('pending', 'waiting');
`;
