// The checks of a section in all of the order that they are listed in: without the id PostgreSQL sorts all that are behind a page, where most sections
// are so small that it expects few.
export const checksInFullOrder = `
create index check_in_full_order on "check" (section_id, position, id) where archived_at is null;
drop index check_in_order;
`;
