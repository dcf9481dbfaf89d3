// A link may name an archived check by its ref, in small or large letters: it is found however many were archived since.
export const archivedByRef = `
create index check_archived_by_ref on "check" (app_id, lower(ref), archived_at, id) where archived_at is not null;
`;
